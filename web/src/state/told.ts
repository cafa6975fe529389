/** Announces waiting questions when the page is not in view: in the title, the icon, a notification, a sound, and to screen readers. */
import { effect, signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import plain from '../../favicon.svg';
import dotted from '../../favicon-dot.svg';
import { texts } from '../texts.ts';
import { answerIn, draftOf, hasDraft, tidyDrafts } from './drafts.ts';
import { tell } from './notices.ts';
import { serverNow } from './now.ts';
import { notify, sound } from './settings.ts';
import { loaded, onArrival, onDeparture, pending, waitingCount } from './waiting.ts';

/** The next announcement for screen readers. */
export const spoken = signal('');

export function startTelling(): void {
  effect(() => {
    const count = waitingCount.value;
    document.title = texts.title(count);
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon) icon.href = count > 0 ? dotted : plain;
  });
  effect(() => {
    if (loaded.value === 'all') tidyDrafts((id) => pending.peek().has(id));
  });
  onArrival((fresh) => {
    const said = texts.newQuestions(fresh.map(({ question }) => question));
    // Screen readers ignore an unchanged text, so a repeated one gets a space.
    spoken.value = said === spoken.peek() ? `${said}\u00a0` : said;
    if (sound.peek()) void inOneTab(chime);
    // Not needed while the page has the focus.
    if (notify.peek() && !document.hasFocus()) showNotification(fresh);
  });
  onDeparture((gone, { by, surface, at, what }) => {
    // Announced only if the person was working on this card. Questions answered here have already left.
    const inHand = document.activeElement?.closest('[data-card]')?.getAttribute('data-card') === gone.ask;
    if (!hasDraft(gone.id) && !inHand) return;
    const late = gone.deadline !== null && at >= gone.deadline;
    const text =
      what === 'clarification.answered'
        ? texts.answeredElsewhere(surface, by, serverNow() - at)
        : late
          ? texts.deadlinePassed
          : texts.goneElsewhere;
    const mine = answerIn(gone, draftOf(gone.id).peek());
    tell({ tone: 'warn', text, detail: texts.notSent(gone.question, mine === null ? null : [mine].flat().join(', ')) });
  });
}

/** Asks the browser for permission, which asks the person. Returns why notifications are unavailable, or null. */
export async function wantNotifications(): Promise<string | null> {
  if (!('Notification' in window)) return texts.noNotifications;
  notify.value = (await Notification.requestPermission()) === 'granted';
  return notify.value ? null : texts.notificationsRefused;
}

function showNotification(fresh: readonly Clarification[]): void {
  const [first] = fresh;
  const title = fresh.length === 1 ? first!.question : texts.waitingCount(fresh.length);
  try {
    // One at a time for all tabs; each makes a sound, instead of silently replacing the previous one.
    const how = { body: first!.sessionId, tag: 'askonce', renotify: true, icon: plain };
    const shown = new Notification(title, how);
    shown.onclick = () => {
      window.focus();
      location.hash = '#/';
      shown.close();
    };
  } catch {
    // Phones have the constructor, but it throws. The other announcements continue.
  }
}

/** Prevents several tabs from sounding at once for the same event. */
function inOneTab(act: () => void): Promise<void> {
  if (!navigator.locks) return Promise.resolve(act());
  return navigator.locks.request('askonce:sound', { ifAvailable: true }, async (mine) => {
    if (!mine) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, SOUND_MS));
  });
}

const SOUND_MS = 1_000;

/** Two soft notes. Browsers stay silent until the person has touched the page. */
export function chime(): void {
  const audio = new AudioContext();
  for (const [index, pitch] of [660, 880].entries()) {
    const at = audio.currentTime + index * 0.12;
    const tone = new OscillatorNode(audio, { frequency: pitch, type: 'sine' });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.45);
  }
  setTimeout(() => void audio.close(), SOUND_MS);
}
