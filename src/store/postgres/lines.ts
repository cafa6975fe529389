/**
 * Decisions of this process that want the same thing, such as the same job or the same new question, wait here in a line for it instead of
 * being rejected by the database. The first in line decides again on what it then finds. If it no longer wants the thing, as where the
 * question was put meanwhile and is now joined, all others in the line go on at once, together; otherwise each has its turn.
 */
import type { Member, Plan } from './batch-member.ts';

export class Lines {
  /** Things that are being written: how many write them, or `ALONE`. */
  private readonly held = new Map<string, number>();
  private readonly queues = new Map<string, Member[]>();
  /** Whose turn it is. A member whose turn it is waits only for what is being written, so no two wait for each other. */
  private readonly turns = new Map<string, Member>();
  private readonly hasTurn = new Map<Member, Set<string>>();
  private readonly restart: (member: Member) => void;

  constructor(restart: (member: Member) => void) {
    this.restart = restart;
  }

  /** Takes everything the member's plan needs; or puts it in line for the first thing that it cannot have, and returns false. */
  take(member: Member): boolean {
    const { alone, together } = member.plan!.guards;
    const blocking = this.blocking(member, alone, ALONE) ?? this.blocking(member, together, 1);
    if (blocking === null) {
      for (const name of alone) this.held.set(name, ALONE);
      for (const name of together) this.held.set(name, (this.held.get(name) ?? 0) + 1);
      return true;
    }
    const queue = this.queues.get(blocking) ?? [];
    if (this.hasTurn.has(member)) queue.unshift(member);
    else queue.push(member);
    this.queues.set(blocking, queue);
    return false;
  }

  private blocking(member: Member, names: ReadonlySet<string>, as: number): string | null {
    const patient = !this.hasTurn.has(member);
    for (const name of names) {
      const held = this.held.get(name) ?? 0;
      if (held === ALONE || (held > 0 && as === ALONE)) return name;
      if (patient && this.turns.has(name)) return name;
    }
    return null;
  }

  /** What was being written has been, or has not: it is free again. Call `advance` once its member has its result. */
  giveBack({ guards: { alone, together } }: Plan): void {
    for (const name of alone) this.held.delete(name);
    for (const name of together) {
      const held = this.held.get(name)! - 1;
      if (held > 0) this.held.set(name, held);
      else this.held.delete(name);
    }
  }

  advance({ guards: { alone, together } }: Plan): void {
    for (const name of alone) this.next(name);
    for (const name of together) this.next(name);
  }

  /** Another process was faster: the others of this process wait until the member has decided again. */
  keepTurn(member: Member, { guards: { alone } }: Plan): void {
    for (const name of alone) if (!this.turns.has(name)) this.giveTurn(name, member);
  }

  /** The member has decided again: those that wait for what it no longer wants go on. */
  replanned(member: Member): void {
    const turns = this.hasTurn.get(member);
    if (!turns) return;
    for (const name of turns) if (!member.plan!.guards.alone.has(name)) this.letAllGo(name, member);
  }

  /** The member has its result. */
  ended(member: Member): void {
    const turns = this.hasTurn.get(member);
    if (!turns) return;
    for (const name of turns) {
      if (!member.plan?.guards.alone.has(name)) this.letAllGo(name, member);
      else {
        this.endTurn(name, member);
        this.next(name);
      }
    }
  }

  private next(name: string): void {
    const queue = this.queues.get(name);
    if (!queue || this.held.has(name)) return;
    const going: Member[] = [];
    // Those that have a turn elsewhere waited only until this was written. They stand in front.
    while (queue[0] && this.hasTurn.has(queue[0])) going.push(queue.shift()!);
    if (queue[0] && !this.turns.has(name)) {
      const member = queue.shift()!;
      this.giveTurn(name, member);
      going.push(member);
    }
    if (queue.length === 0) this.queues.delete(name);
    for (const member of going) this.restart(member);
  }

  private letAllGo(name: string, by: Member): void {
    this.endTurn(name, by);
    const queue = this.queues.get(name);
    this.queues.delete(name);
    for (const member of queue ?? []) this.restart(member);
  }

  private giveTurn(name: string, member: Member): void {
    this.turns.set(name, member);
    const turns = this.hasTurn.get(member);
    if (turns) turns.add(name);
    else this.hasTurn.set(member, new Set([name]));
  }

  private endTurn(name: string, member: Member): void {
    this.turns.delete(name);
    const turns = this.hasTurn.get(member);
    turns?.delete(name);
    if (turns?.size === 0) this.hasTurn.delete(member);
  }
}

const ALONE = Number.POSITIVE_INFINITY;
