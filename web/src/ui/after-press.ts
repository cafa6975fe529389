/** Puts off what would move things while the mouse or a finger is down: what moves under it is missed by the click. */

let down = false;
window.addEventListener('pointerdown', () => (down = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (down = false), true);

/** At once where nothing is pressed; else when it is let go, and the click has been heard. */
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
