/** Views that are loaded on first use, so that the first one appears sooner. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts.ts';

export function lazy<Props extends object>(fetch: () => Promise<{ default: ComponentType<Props> }>) {
  let there: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | null>(() => there);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (there) return;
      fetch().then(
        (module) => {
          there = module.default;
          setView(() => module.default);
        },
        () => setFailed(true),
      );
    }, []);
    if (View) return <View {...props} />;
    return failed ? (
      <div class="panel flex flex-col items-start gap-3 p-6">
        <p>{texts.failed}</p>
        <button type="button" class="btn" onClick={() => location.reload()}>
          {texts.tryAgain}
        </button>
      </div>
    ) : (
      <p class="p-6 text-muted">{texts.loading}…</p>
    );
  };
}
