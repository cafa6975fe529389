/** Tells whoever looks elsewhere that something waits: in the title, the icon, a notification, a sound, and to screen readers. */
import { effect, signal } from '@preact/signals';
import type { Clarification } from '../../../src/client/index.ts';
import plain from '../../favicon.svg';
import dotted from '../../favicon-dot.svg';
import { texts } from '../texts.ts';
import { hasDraft, tidyDrafts } from './drafts.ts';
import { tell } from './notices.ts';
import { notify, sound } from './settings.ts';
import { loaded, onArrival, onDeparture, pending, waitingCount } from './waiting.ts';

/** What a screen reader is to say next. */
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
    spoken.value = texts.newQuestions(fresh.map(({ question }) => question));
    if (sound.peek()) chime();
    if (notify.peek() && document.hidden) showNotification(fresh);
  });
  onDeparture((gone, { by, surface, at, what }) => {
    // Whoever was about to answer it is told; the others see it leave. What was answered here has left before.
    const inHand = document.activeElement?.closest('[data-card]')?.getAttribute('data-card') === gone.ask;
    if (!hasDraft(gone.id) && !inHand) return;
    const text =
      what === 'clarification.answered' ? texts.answeredElsewhere(surface, by, Date.now() - at) : texts.goneElsewhere;
    tell({ tone: 'warn', text, detail: gone.question });
  });
}

/** Asks the browser, which asks the person. */
export async function wantNotifications(): Promise<void> {
  if (!('Notification' in window)) {
    tell({ tone: 'warn', text: texts.noNotifications });
    return;
  }
  const said = await Notification.requestPermission();
  notify.value = said === 'granted';
  if (said !== 'granted') tell({ tone: 'warn', text: texts.notificationsRefused });
}

function showNotification(fresh: readonly Clarification[]): void {
  const [first] = fresh;
  const title = fresh.length === 1 ? first!.question : texts.waitingCount(fresh.length);
  const shown = new Notification(title, { body: first!.sessionId, tag: 'askonce', icon: plain });
  shown.onclick = () => {
    window.focus();
    location.hash = '#/';
    shown.close();
  };
}

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
  setTimeout(() => void audio.close(), 1_000);
}
