/** A project's own store from before the person had one for all projects. */
import { holdsQuestion, newestQuestion } from '../../../store/sqlite/glance.ts';
import { shellQuoted } from '../../terminal/text.ts';
import { typedCommand } from '../../terminal/typed-command.ts';
import { shortened } from '../shortened.ts';
import { projectStore, type StoreLocation } from '../store-location.ts';

/** One line that offers to move what the project's own store holds; null if there is nothing to move. */
export function oldStoreNote({ whose, db, project }: StoreLocation): string | null {
  if (whose !== 'person') return null;
  const own = projectStore(project);
  const newest = newestQuestion(own);
  if (newest === null || holdsQuestion(db, newest)) return null;
  const move = `${typedCommand()} migrate --from ${shellQuoted(shortened(own))}`;
  return `This project still has its own store, which is no longer used. To bring its questions and answers into yours: ${move}`;
}
