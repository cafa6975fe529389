/** Delays layout changes while the mouse or a finger is down: a click misses a target that moves. */

let down = false;
window.addEventListener('pointerdown', () => (down = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (down = false), true);

/** Runs at once if nothing is pressed; otherwise after the release and its click. */
export function afterPress(act: () => void): void {
  if (!down) {
    act();
    return;
  }
  const done = new AbortController();
  const end = () => {
    done.abort();
    setTimeout(act);
  };
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, end, { signal: done.signal });
}
