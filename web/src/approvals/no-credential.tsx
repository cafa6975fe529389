/** What to do where the page has no credential to approve with. */
import { wantToken } from '../state/api.ts';
import { texts } from '../texts.ts';

const COMMAND = 'my-1 block rounded bg-sunken px-2 py-1 font-mono text-[0.8125rem]';

export function NoCredential() {
  return (
    <div class="flex flex-col gap-2 rounded-lg bg-warn-soft p-3" data-testid="no-credential">
      <p class="font-semibold text-warn">{texts.approval.noCredential}</p>
      <p class="text-sm">{texts.approval.noCredentialWhy}</p>
      <div class="text-sm">
        {texts.approval.noCredentialServe}
        <code class={COMMAND}>askonce serve</code>
        {texts.approval.noCredentialToken}
        <code class={COMMAND}>askonce token create --role answerer --name you</code>
      </div>
      <button type="button" class="btn self-start" onClick={wantToken}>
        {texts.approval.enterToken}
      </button>
    </div>
  );
}
