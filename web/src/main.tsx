/** Entry point of the page: one question by link, or the inbox with its views. */
import './styles.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { startKeyboard } from './shell/keyboard.ts';
import { Layout } from './shell/layout.tsx';
import { way } from './shell/router.ts';
import { TokenForm } from './shell/token-form.tsx';
import { addressToken } from './state/address-token.ts';
import { connection, tokenWanted, whoAmI } from './state/api.ts';
import { restartLive, startLive } from './state/live.ts';
import { pairByAddress } from './state/pairing.ts';
import { startTelling } from './state/told.ts';
import { startWatchingJobs } from './state/unresolved.ts';
import { followWaiting, loadWaiting } from './state/waiting.ts';
import { texts } from './texts.ts';
import { lazy } from './ui/lazy.tsx';
import { WaitingView } from './waiting/view.tsx';
import './state/settings.ts';

const JobsView = lazy(() => import('./jobs/list.tsx'));
const NewJobView = lazy(() => import('./jobs/new.tsx'));
const JobView = lazy(() => import('./jobs/job.tsx'));
const HistoryView = lazy(() => import('./history/view.tsx'));
const PreferencesView = lazy(() => import('./preferences/view.tsx'));
const RulesView = lazy(() => import('./rules/view.tsx'));
const InsightView = lazy(() => import('./insight/view.tsx'));
const LinkView = lazy(() => import('./link/view.tsx'));

function View() {
  const [first, second, third] = way.value;
  switch (first) {
    case undefined:
    case 'q':
      return <WaitingView />;
    case 'jobs':
      if (second === undefined) return <JobsView />;
      return second === 'new' ? <NewJobView key={third} like={third} /> : <JobView key={second} id={second} />;
    case 'history':
      return <HistoryView />;
    case 'preferences':
      return <PreferencesView />;
    case 'rules':
      return <RulesView />;
    case 'insight':
      return <InsightView />;
    default:
      return <p class="panel p-6 text-muted">{texts.notFound}</p>;
  }
}

/** Reads the user and the waiting questions. A new token reads everything again. */
function begin(): void {
  if (connection.peek() !== 'waits') restartLive();
  // Nothing depends on the result; if the server wants a token, every request says so.
  whoAmI().catch(() => {});
  void loadWaiting();
}

function Inbox() {
  useEffect(() => {
    followWaiting();
    startTelling();
    startWatchingJobs((job) => way.peek()[0] === 'jobs' && [job, 'new'].includes(way.peek()[1] ?? ''));
    startKeyboard();
    startLive();
    // A phone that has just been paired starts with its token.
    void pairByAddress().then(begin);
    let known = addressToken.peek();
    effect(() => {
      // The address was opened in a tab that shows the page already.
      if (addressToken.value !== known) begin();
      known = addressToken.value;
    });
  }, []);
  if (tokenWanted.value) return <TokenForm onEntered={begin} />;
  return (
    <Layout>
      <View />
    </Layout>
  );
}

// Over plain HTTP from another machine browsers allow none; the page then needs the server to open.
navigator.serviceWorker?.register('/sw.js').catch(() => {});

const [, token] = /^\/a\/([^/]+)\/?$/.exec(location.pathname) ?? [];
render(
  token === undefined ? <Inbox /> : <LinkView token={decodeURIComponent(token)} />,
  document.getElementById('app')!,
);
