/** Rules broken on purpose. Each must be found within {@link MUTANT_SEEDS} seeds. */
export interface Mutant {
	readonly name: string
	/** The rule that it breaks. */
	readonly breaks: string
	readonly file: string
	/** Occurs in the file exactly once. */
	readonly find: string
	readonly replace: string
	/** The expected wording of the violation: any other would be luck. */
	readonly shows: RegExp
}

export const MUTANT_SEEDS = 200

const AGENT = 'worker/src/agent'
const CALLS = 'relay-cli/src/calls'
const HISTORY = 'relay-cli/src/history'

export const MUTANTS: readonly Mutant[] = [
	{
		name: 'no-journal-in-relay',
		breaks: 'do not journal before sending (relay)',
		file: `${CALLS}/editor-call-queue.ts`,
		find: '!live.journaled || unlessDiskFull(() => journal.start(room, call.callId, replay, sessionId))',
		replace: 'true',
		shows: /executed 2 times|executed, but/,
	},
	{
		name: 'no-journal-in-conversation',
		breaks: 'do not journal before sending (conversation)',
		file: `${AGENT}/calls/open-calls.ts`,
		find: 'call(callId),\n\t\t\tmarkSent: (calls) => progress.markDispatched(calls, ROOM_GRACE_MS)',
		replace: 'call(callId),\n\t\t\tmarkSent: () => undefined',
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
		file: `${AGENT}/calls/open-calls.ts`,
		find: 'callId: call.callId,\n\t\t\t\tmethod',
		replace: "callId: call.callId + '.' + call.attempts,\n\t\t\t\tmethod",
		shows: /executed \d+ times|Stuck|instead of/,
	},
	{
		name: 'no-epoch-check',
		breaks: 'forget the epoch check',
		file: `${AGENT}/run/transaction.ts`,
		find: 'if (ports.store.epoch() !== epoch) throw new Superseded()',
		replace: '',
		shows: /./,
	},
	{
		name: 'chunks-in-memory',
		breaks: 'keep chunks only in memory',
		file: `${AGENT}/stream/chunk-log.ts`,
		find: 'this.#store.appendBlock(this.runId, {',
		replace: 'void ({',
		shows: /instead of|cannot be read|Replay/,
	},
	{
		name: 'no-reset-after-interruption',
		breaks: 'ask again without taking the half answer off the page',
		file: `${AGENT}/run/run-transitions.ts`,
		find: "else log.append({ type: 'reset-step' })",
		replace: '',
		shows: /Transcript|reads|cannot be read/,
	},
	{
		name: 'message-twice',
		breaks: 'forget which messages have entered',
		file: `${AGENT}/run/run-start.ts`,
		find: 'const known = store.knownMessage(id)',
		replace: 'const known = store.knownMessage("another than " + id)',
		shows: /entered 2 times|Trouble|Messages/,
	},
	{
		name: 'late-message-lost',
		breaks: 'let a message that came too late for its run lie',
		file: `${AGENT}/run/run-state.ts`,
		find: "if (isEnded(run)) return { do: view.queued > 0 ? 'start-next' : 'nothing' }",
		replace: "if (isEnded(run)) return { do: 'nothing' }",
		shows: /entered 0 times|Stuck/,
	},
	{
		name: 'undo-under-another-id',
		breaks: 'send a call of a revert under an id that is not journaled',
		file: `${AGENT}/revert/revert-calls.ts`,
		find: 'call: { callId, method, params, argsHash, deadlineMs: timeoutOf(call) }',
		replace:
			"call: { callId: callId + '.' + this.#epoch, method, params, argsHash, deadlineMs: timeoutOf(call) }",
		shows: /unknown without a reason|undid the scene|executed \d+ times|Stuck/,
	},
	{
		name: 'outbox-once',
		breaks: 'tell D1 only once',
		file: 'worker/src/conversations/outbox/outbox.ts',
		find: 'store().delayOutboxItem(item.id, clock() + outboxDelay(item.attempts), String(error))',
		replace: 'store().deleteOutboxItem(item.id)',
		shows: /^D1/,
	},
	{
		name: 'no-lease',
		breaks: "change an editor in the middle of another agent's turn",
		file: 'worker/src/rooms/calls/editor-leases.ts',
		find: 'lease !== null && lease.holder !== agentOf(call.owner)',
		replace: 'lease !== null && false',
		shows: /was torn/,
	},
	{
		name: 'lease-without-end',
		breaks: 'wait for the end of every run to end its turn',
		file: 'worker/src/rooms/calls/editor-leases.ts',
		find: 'return lease.freeAt <= this.#ports.now()',
		replace: 'return lease.freeAt === 0',
		shows: /a turn did not end/,
	},
	{
		name: 'room-by-one-stub',
		breaks: 'ask for the room by its name for each call',
		file: 'worker/src/conversations/production-ports.ts',
		find: 'env.ROOM.getByName(projectId)',
		replace:
			'((env as { one?: unknown }).one ??= env.ROOM.getByName(projectId)) as ReturnType<typeof env.ROOM.getByName>',
		shows: /without a reason|Stuck|instead of/,
	},
	{
		name: 'grant-too-wide',
		breaks: 'a remembered answer is about one action of a tool',
		file: 'protocol/src/tools/permissions.ts',
		find: 'export const permissionKey = ({ tool, action, subject }: Permission): string =>',
		replace:
			'export const permissionKey = ({ tool, action, subject }: Permission): string => tool ||',
		shows: /not given in this run|no person said|never given/,
	},
	{
		name: 'grant-outlives-revocation',
		breaks: 'ask again once a permission was revoked',
		file: 'worker/src/conversations/run-access/project-grants.ts',
		find: 'rows.filter(({ revokedAt }) => revokedAt === null)',
		replace: 'rows',
		shows: /revoked/,
	},
	{
		name: 'grant-outlives-revocation-in-its-run',
		breaks: 'ask again also in the run that gave the permission',
		file: `${AGENT}/calls/tools-step.ts`,
		find: 'const decisions = decisionsInForce(run.decisions, grants)',
		replace: 'const decisions = { ...run.decisions, ...(grants ? {} : {}) }',
		shows: /revoked/,
	},
	{
		name: 'denied-runs',
		breaks: 'a denied call changes nothing',
		file: `${AGENT}/calls/call-progress.ts`,
		find: "if (approved) {\n\t\t\tthis.#ports.store.updateCall(call.callId, { state: 'approved' })",
		replace:
			"if (approved || scope === 'run') {\n\t\t\tthis.#ports.store.updateCall(call.callId, { state: 'approved' })",
		shows: /although it was denied|denied, and it is/,
	},
	{
		name: 'two-answers-count',
		breaks: 'of two people who answer, one is told that it is too late',
		file: `${AGENT}/calls/call-progress.ts`,
		find: "if (call.state !== 'awaiting_approval') return false",
		replace: "if (call.state !== 'awaiting_approval') return true",
		shows: /were told that it counts/,
	},
	{
		name: 'mode-stays',
		breaks: 'a message that enters brings its mode',
		file: `${AGENT}/run/queue/inbox.ts`,
		find: 'mode = message.options.mode',
		replace: 'mode = run.mode',
		shows: /^Approval of/,
	},
	{
		name: 'budget-ignored',
		breaks: 'a run ends at its limit',
		file: `${AGENT}/policy/budget.ts`,
		find: "if (modelSteps >= (steps ?? DEFAULT_BUDGET.steps)) return 'step_limit'",
		replace: 'void steps',
		shows: /^Budget/,
	},
	{
		name: 'revert-overwrites-files',
		breaks: 'what was changed by hand is shown before it is overwritten',
		file: `${HISTORY}/file-revert.ts`,
		find: "return agreed || item.state === 'ready'",
		replace: "return agreed || item.state !== 'unchanged'",
		shows: /overwritten silently/,
	},
	{
		name: 'revert-overwrites-what-was-not-seen',
		breaks: 'only what the user saw is overwritten',
		file: `${HISTORY}/file-revert.ts`,
		find: 'const agreed = seen === item.seen',
		replace: 'const agreed = seen !== undefined',
		shows: /not what the user had seen/,
	},
	{
		name: 'revert-overwrites-the-scene',
		breaks: "what was done by hand in the scene is taken away with the user's word only",
		file: `${AGENT}/revert/scene-verdict.ts`,
		find: "return choice?.choice === 'overwrite' && choice.seen === state.seen",
		replace: "return choice?.choice !== 'skip'",
		shows: /had not said so/,
	},
	{
		name: 'stream-outlives-its-right',
		breaks: 'a stream ends with the right to follow it',
		file: 'worker/src/conversations/conversation.ts',
		find: 'this.#parts.viewers.rightsChanged(change)',
		replace: '',
		shows: /got a part of the answer after/,
	},
	{
		name: 'socket-outlives-its-right',
		breaks: 'sockets are closed also where the end of a right was written and its answer lost',
		file: 'worker/src/accounts/end-rights.ts',
		find: 'await closeAll()',
		replace: 'void closeAll',
		shows: /still open with its right/,
	},
	{
		name: 'removed-author-is-read',
		breaks: 'what waits of somebody who may no longer write enters no run',
		file: 'worker/src/conversations/run-access/project-writers.ts',
		find: "return authorMay(author, 'run.start',",
		replace: "return author.kind !== 'share' || authorMay(author, 'run.start',",
		shows: /guest \(withdrawn\) entered 1 times/,
	},
	{
		name: 'revoked-link-opens',
		breaks: 'a revoked share link opens nothing',
		file: 'worker/src/sharing/store/shares.ts',
		find: '\t\tisNull(shares.revokedAt),\n\t\tnotExpired(now),',
		replace: '\t\tnotExpired(now),',
		shows: /link_revoked\): (?:the messages can still be read|a socket was opened after)/,
	},
	{
		name: 'revoked-token-opens',
		breaks: 'a revoked API token opens nothing',
		file: 'worker/src/accounts/end-rights.ts',
		find: 'end: [deletion],',
		replace: 'end: [placesOfCredential(db, actor, userId, now)],',
		shows: /token_revoked\): (?:the messages can still be read|a message was accepted after)/,
	},
	{
		name: 'visit-outlives-its-link',
		breaks: "a visitor's socket is closed when the link is revoked",
		file: 'worker/src/accounts/end-rights.ts',
		find: 'newsOf: (places) => places.map((place) => ({ place, change })),\n\t})\n',
		replace: 'newsOf: () => [],\n\t})\n',
		shows: /link_revoked\): \d+ sockets are still open with its right/,
	},
	{
		name: 'no-look-before-an-asset',
		breaks: "look at what the editor's call will change before it is sent",
		file: `${CALLS}/editor-call-queue.ts`,
		find: "seat && live.replay === 'once'",
		replace: "seat && live.replay === ('never' as string)",
		shows: /is not named/,
	},
	{
		name: 'delivery-begins-elsewhere-again',
		breaks: 'a step of a delivery that is repeated begins in the same conversation',
		file: 'worker/src/automations/dispatcher.ts',
		find: 'delivery.conversationId ?? (await conversationFor(found))',
		replace: 'await conversationFor(found)',
		shows: /has begun [2-9] runs|names the run/,
	},
	{
		name: 'failed-run-starts-itself',
		breaks: 'a failed run does not start its own automation',
		file: 'worker/src/automations/product-events.ts',
		find: 'run && run.author.id === automationId',
		replace: "run && automationId === ''",
		shows: /\(own: true\)/,
	},
	{
		name: 'schedule-forgets-its-time',
		breaks: 'a time that was missed is made up for',
		file: 'worker/src/automations/schedules.ts',
		find: 'row.cron === cron && row.time_zone === timeZone ? row.due_at : null',
		replace: 'row.due_at !== null && row.due_at > clock() ? row.due_at : null',
		shows: /schedule (?:left out|never)/,
	},
]

/** The seed that found each mutant last: the search starts there. */
const FOUND_BY = new Map([
	['no-journal-in-relay', 308],
	['retry-unsafe', 3010],
	['no-epoch-check', 2],
	['chunks-in-memory', 1],
	['delivery-begins-elsewhere-again', 3],
	['revoked-link-opens', 4],
	['visit-outlives-its-link', 4],
	['revoked-token-opens', 5],
])

/** The mutants that `npm run test:full` has time for; `npm run test:chaos -- --mutants` runs all. */
export const MAIN_MUTANTS = MUTANTS.flatMap((mutant) => {
	const first = FOUND_BY.get(mutant.name)
	return first === undefined ? [] : [{ ...mutant, first }]
})
