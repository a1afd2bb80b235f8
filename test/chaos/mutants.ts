/** Rules broken on purpose. Each must be found within {@link MUTANT_SEEDS} seeds. */
export interface Mutant {
	readonly name: string
	/** The rule that it breaks. */
	readonly breaks: string
	readonly file: string
	/** Stands in the file exactly once. */
	readonly find: string
	readonly replace: string
	/** How the suite words what it finds: another violation would be luck. */
	readonly shows: RegExp
}

export const MUTANT_SEEDS = 200

const AGENT = 'worker/src/agent'
const CALLS = 'relay-cli/src/calls'

export const MUTANTS: readonly Mutant[] = [
	{
		name: 'no-journal-in-relay',
		breaks: 'do not journal before sending (relay)',
		file: `${CALLS}/editor-call-queue.ts`,
		find: 'if (live.journaled) this.#ports.journal.start(room, call.callId, replay, port.hello.sessionId)',
		replace: '',
		shows: /executed 2 times|executed, but/,
	},
	{
		name: 'no-journal-in-conversation',
		breaks: 'do not journal before sending (conversation)',
		file: `${AGENT}/run-calls.ts`,
		find: 'this.#do.markDispatched(calls, ROOM_GRACE_MS)',
		replace: '',
		shows: /./,
	},
	{
		name: 'retry-unsafe',
		breaks: 'retry an unsafe call',
		file: `${CALLS}/reconcile.ts`,
		find: "replay === 'safe' ? { kind: 'send', known: false } : { kind: 'unknown' }",
		replace: "replay === 'never' ? { kind: 'unknown' } : { kind: 'send', known: false }",
		shows: /executed \d+ times/,
	},
	{
		name: 'repeat-own-writes',
		breaks: 'retry an unsafe call of the relay itself',
		file: `${CALLS}/call-router.ts`,
		find: "} else if (state.kind === 'started' && replay === 'once') {",
		replace: "} else if (state.kind === 'started' && replay === 'safe') {",
		shows: /executed \d+ times/,
	},
	{
		name: 'new-id-per-try',
		breaks: 'send the same call under a new id',
		file: `${AGENT}/run-calls.ts`,
		find: 'callId: call.callId,\n\t\t\t\t\tmethod',
		replace: "callId: call.callId + '.' + call.attempts,\n\t\t\t\t\tmethod",
		shows: /executed \d+ times|Stuck|instead of/,
	},
	{
		name: 'no-epoch-check',
		breaks: 'forget the epoch check',
		file: `${AGENT}/commit.ts`,
		find: 'if (ports.store.epoch() !== epoch) throw new Superseded()',
		replace: '',
		shows: /./,
	},
	{
		name: 'chunks-in-memory',
		breaks: 'keep chunks only in memory',
		file: `${AGENT}/chunk-log.ts`,
		find: 'this.#store.appendBlock(this.runId, {',
		replace: 'void ({',
		shows: /instead of|cannot be read|Replay/,
	},
	{
		name: 'no-reset-after-interruption',
		breaks: 'ask again without taking the half answer off the page',
		file: `${AGENT}/run-transitions.ts`,
		find: "else log.append({ type: 'reset-step' })",
		replace: '',
		shows: /Transcript|reads|cannot be read/,
	},
	{
		name: 'message-twice',
		breaks: 'forget which messages have entered',
		file: `${AGENT}/run-start.ts`,
		find: 'const known = store.knownMessage(id)',
		replace: 'const known = store.knownMessage("another than " + id)',
		shows: /entered 2 times|Trouble|Messages/,
	},
	{
		name: 'late-message-lost',
		breaks: 'let a message that came too late for its run lie',
		file: `${AGENT}/run-state.ts`,
		find: "if (isEnded(run)) return { do: view.queued > 0 ? 'start-next' : 'nothing' }",
		replace: "if (isEnded(run)) return { do: 'nothing' }",
		shows: /entered 0 times|Stuck/,
	},
	{
		name: 'undo-under-another-id',
		breaks: 'send a call of a revert under an id that is not journaled',
		file: `${AGENT}/revert/revert-machine.ts`,
		find: 'call: { callId, method, params, argsHash, deadlineMs },\n\t\t\t\teditorKey: revert.editorKey',
		replace:
			"call: { callId: callId + '.' + this.#epoch, method, params, argsHash, deadlineMs },\n\t\t\t\teditorKey: revert.editorKey",
		shows: /unknown without a reason|undid the scene|executed \d+ times|Stuck/,
	},
	{
		name: 'outbox-once',
		breaks: 'tell D1 only once',
		file: 'worker/src/conversations/outbox.ts',
		find: 'store.delayOutboxItem(item.id, clock() + outboxDelay(item.attempts), String(error))',
		replace: 'store.deleteOutboxItem(item.id)',
		shows: /^D1/,
	},
]

/** Those that `npm test` has time for; `npm run test:chaos -- --mutants` runs all. */
export const MAIN_MUTANTS = MUTANTS.filter(({ name }) =>
	['no-journal-in-relay', 'retry-unsafe', 'no-epoch-check', 'chunks-in-memory'].includes(name),
)
