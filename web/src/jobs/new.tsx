/** A new job: the prompt, then its question if it has one, then its progress. */
import { useEffect, useState } from 'preact/hooks';
import type { JobBody as NewJob } from '../../../src/surfaces/client/index.ts';
import { messageOf } from '../state/api.ts';
import { beginDraft, draftOf, dropDraft, setDraft } from '../state/drafts.ts';
import { putBack } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { plainText } from '../ui/plain-text.ts';
import { JobStateTag } from '../ui/state-tag.tsx';
import { useFollowing } from './follow.ts';
import { JobBody } from './job-body.tsx';
import { jobsApi } from './project.ts';
import { ProjectChoice } from './project-choice.tsx';

/** `like` is a job whose prompt the form starts with. */
export default function NewJobView({ like }: { like: string | undefined }) {
  const [id, setId] = useState<string | null>(null);
  return (
    <div class="mx-auto max-w-3xl">
      <PageHead title={texts.job.new}>
        {id !== null && (
          <button type="button" class="btn" onClick={() => setId(null)}>
            {texts.job.another}
          </button>
        )}
      </PageHead>
      {id === null ? <NewJobForm like={like} onMade={setId} /> : <MadeJob id={id} />}
    </div>
  );
}

function NewJobForm({ like, onMade }: { like: string | undefined; onMade: (id: string) => void }) {
  // Each has its own draft, so that none overwrites another that was started.
  const draft = like === undefined ? 'new-job' : `new-job:${like}`;
  const { text: prompt } = draftOf(draft).value;
  const [session, setSession] = useState('');
  const [timeout, setTimeoutText] = useState('');
  const [onTimeout, setOnTimeout] = useState<'fail' | 'fallback'>('fail');
  const [policy, setPolicy] = useState<PolicyName>('job');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (like === undefined) return;
    const going = new AbortController();
    jobsApi()
      .job(like, { log: 1 }, { signal: going.signal })
      .then((job) => beginDraft(draft, job.prompt))
      .catch((failure: unknown) => {
        if (!going.signal.aborted) setError(messageOf(failure));
      });
    return () => going.abort();
  }, [like]);
  const submit = () => {
    if (prompt.trim() === '' || busy) return;
    const body: NewJob = {
      prompt,
      ...(policy === 'job' ? {} : { policy }),
      ...(session.trim() === '' ? {} : { sessionId: session.trim() }),
      ...(timeout.trim() === '' ? {} : { timeout: timeout.trim(), onTimeout }),
    };
    setBusy(true);
    setError(null);
    jobsApi()
      .createJob(body)
      .then((made) => {
        dropDraft(draft);
        // Shown at once, before its event arrives.
        if (made.clarification) putBack(made.clarification);
        onMade(made.jobId);
      })
      .catch((failure: unknown) => {
        setBusy(false);
        setError(messageOf(failure));
      });
  };
  return (
    <form
      class="panel flex flex-col gap-4 p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
        event.preventDefault();
        if (!event.repeat) submit();
      }}
    >
      <div class="flex flex-col gap-1">
        <span id="job-prompt" class="font-medium">
          {texts.job.prompt}
        </span>
        <GrowingText
          rows={4}
          value={prompt}
          labelledBy="job-prompt"
          placeholder={texts.job.promptPlaceholder}
          hint={texts.job.promptHint}
          onInput={(text) => setDraft(draft, { text })}
        />
      </div>
      <ProjectChoice />
      <PolicyChoice value={policy} onChoose={setPolicy} />
      <details>
        <summary class="py-1 font-medium text-muted">{texts.job.more}</summary>
        <div class="mt-3 grid gap-4 sm:grid-cols-2">
          <Setting label={texts.job.sessionLabel} hint={texts.job.sessionHint} value={session} onInput={setSession} />
          <Setting
            label={texts.job.deadlineLabel}
            hint={texts.job.deadlineHint}
            value={timeout}
            onInput={setTimeoutText}
          />
          {timeout.trim() !== '' && (
            <label class="flex flex-col gap-1">
              <span class="font-medium">{texts.job.onTimeoutLabel}</span>
              <select
                class="field"
                value={onTimeout}
                onChange={(event) => setOnTimeout(event.currentTarget.value as typeof onTimeout)}
              >
                <option value="fail">{texts.job.fail}</option>
                <option value="fallback">{texts.job.fallback}</option>
              </select>
            </label>
          )}
        </div>
      </details>
      {error !== null && (
        <p role="alert" class="font-medium text-danger">
          {error}
        </p>
      )}
      <button type="submit" class="btn btn-main self-start" disabled={prompt.trim() === '' || busy}>
        {busy ? `${texts.job.submitting}…` : texts.job.submit}
      </button>
    </form>
  );
}

type PolicyName = keyof typeof texts.job.policies;
const POLICY_NAMES = Object.keys(texts.job.policies) as PolicyName[];

function PolicyChoice({ value, onChoose }: { value: PolicyName; onChoose: (policy: PolicyName) => void }) {
  return (
    <fieldset class="flex min-w-0 flex-col gap-2">
      <legend class="mb-1 font-medium">{texts.job.policyLabel}</legend>
      {POLICY_NAMES.map((name) => {
        const [label, hint] = texts.job.policies[name];
        const id = `job-policy-${name}`;
        return (
          <label key={name} class="flex items-start gap-3">
            <input
              type="radio"
              class="mt-1 shrink-0"
              name="job-policy"
              value={name}
              checked={value === name}
              aria-describedby={id}
              onChange={() => onChoose(name)}
            />
            <span class="min-w-0">
              {label}
              <span id={id} class="block text-sm text-muted">
                {hint}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface SettingProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function Setting({ label, hint, value, onInput }: SettingProps) {
  return (
    <label class="flex flex-col gap-1">
      <span class="font-medium">{label}</span>
      <input dir="auto" class="field" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
      <span class="text-sm text-muted">{hint}</span>
    </label>
  );
}

function MadeJob({ id }: { id: string }) {
  const { job } = useFollowing(id);
  if (!job) return <p class="p-4 text-muted">{texts.loading}…</p>;
  return (
    <div class="flex flex-col gap-4">
      <div class="panel flex flex-col gap-2 p-4">
        <p dir="auto" class="font-medium whitespace-pre-wrap">
          {plainText(job.prompt)}
        </p>
        <div class="flex flex-wrap items-center gap-3">
          <JobStateTag state={job.state} />
          <a class="text-accent underline underline-offset-2" href={`#/jobs/${encodeURIComponent(id)}`}>
            {texts.job.open}
          </a>
        </div>
      </div>
      <JobBody job={job} />
    </div>
  );
}
