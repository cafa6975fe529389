/** A project's own store, beside the one that the person has for all projects: from before, or of agents that cannot write the person's. */
import { isAbsolute } from 'node:path';
import { isInUse, newestQuestion, projectsIn, waitingIn } from '../../../store/sqlite/glance.ts';
import { shellQuoted } from '../../terminal/text.ts';
import { typedCommand } from '../../terminal/typed-command.ts';
import { shortened } from '../shortened.ts';
import { projectStore, type StoreLocation } from '../store-location.ts';

type Place = Pick<StoreLocation, 'whose' | 'db' | 'project'>;

/** A line for each project whose own store has questions, which the person's inbox does not show; then the offer to move this project's. */
export function ownStoreNotes(place: Place): string[] {
  const offer = oldStoreOffer(place);
  return [...waitingInOwnStores(place), ...(offer === null ? [] : [offer])];
}

export function waitingInOwnStores({ whose, db, project }: Place): string[] {
  if (whose !== 'person') return [];
  const projects = new Set([project, ...projectsIn(db).filter((one) => isAbsolute(one))]);
  return [...projects].flatMap((one) => {
    const own = projectStore(one);
    const waiting = waitingIn(own);
    if (waiting === 0) return [];
    const [what, it] = waiting === 1 ? ['1 question is', 'it'] : [`${waiting} questions are`, 'them'];
    const whose = one === project ? "this project's own store" : `the own store of ${shortened(one)}`;
    const command = `${typedCommand()} inbox --db ${shellQuoted(shortened(own))}`;
    return [`${what} waiting in ${whose}. Run \`${command}\` to see ${it}.`];
  });
}

function oldStoreOffer({ whose, project }: Place): string | null {
  if (whose !== 'person') return null;
  const own = projectStore(project);
  if (newestQuestion(own) === null) return null;
  const move = `bring its questions and answers into yours: ${typedCommand()} migrate --from ${shellQuoted(shortened(own))}`;
  return isInUse(own)
    ? `This project's own store is in use, by an agent or a prompt that was started before yours was made, or that cannot write it. Restart what was started before, then ${move}`
    : `This project still has its own store. To ${move}`;
}
