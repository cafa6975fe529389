import { describe, expect, it, onTestFinished } from 'vitest';
import { startModelServer, verdict } from '../../llm/model-server.ts';
import { KEY } from '../../llm/scene.ts';
import { newFolder } from '../../support/askonce.ts';

const DOCS = 'Which folder should the design notes go to?';

describe('the model of the command line', () => {
  it('is named by ASKONCE_MODEL and ASKONCE_MODEL_URL, for ask and for run', async () => {
    const server = await startModelServer(verdict('docs/'));
    onTestFinished(() => server.close());
    const env = { ASKONCE_MODEL: 'scripted', ASKONCE_MODEL_URL: server.url, ASKONCE_MODEL_KEY: KEY };
    const folder = newFolder();
    const asked = await folder.run(['ask', DOCS, '--session', 's1'], { env });
    expect(asked).toMatchObject({ code: 0, stdout: 'docs/\n' });
    expect(asked.stderr).toContain('(best practice: model scripted: it is what the trade does');
    expect(asked.stderr).not.toContain(KEY);
    const agent = `read -r task; grep -q Answer && echo told || echo "NEEDS_CLARIFICATION: ${DOCS}"`;
    const ran = await folder.run(['run', 'Write the notes', '--exec', agent], { env });
    expect(ran).toMatchObject({ code: 0, stdout: 'told\n' });
    expect(server.received).toHaveLength(2);
  });
});
