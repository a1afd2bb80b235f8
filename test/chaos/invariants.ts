/** The invariants after every run, whatever went wrong in it. Each violation is one sentence. */
import { readWithSdk } from '../../worker/test/machine-kit.ts'
import { approvals, judgedCalls } from './approvals.ts'
import { budgets, isLimit, linesToContinue, sums } from './budgets.ts'
import type { SeenAnswer } from './kit/actors/viewer.ts'
import { readStream } from './kit/hosts/stream.ts'
import { NOTED } from './kit/script.ts'
import { reverts } from './reverts.ts'
import { titles, titleTokens } from './titles.ts'
import { differences, factsOf, type Line, linesOf, type StoredUi, toolsOf } from './transcript.ts'
import { CONVERSATION_ID, type World } from './world.ts'

type Row = Record<string, unknown>

interface MessageRow {
	readonly role: string
	readonly ui: StoredUi
}

export function storedMessages(world: World): MessageRow[] {
	return world.conversation
		.all<{ role: string; ui: string }>('SELECT role, ui FROM message ORDER BY seq')
		.map(({ role, ui }) => ({ role, ui: JSON.parse(ui) as StoredUi }))
}

/** `expected`: the same conversation's result without faults, by turn. */
export async function violations(
	world: World,
	rested: boolean,
	expected: readonly (readonly StoredUi[])[],
): Promise<string[]> {
	const messages = storedMessages(world)
	const answers = messages.filter(({ role }) => role === 'assistant').map(({ ui }) => ui)
	return [
		...(rested ? [] : [`Stuck: ${describeUnrest(world)}`]),
		...world.troubles.map((trouble) => `Trouble: ${trouble}`),
		...world.guests.flatMap(({ troubles }) => troubles),
		...world.neighbour.violations(world.measure),
		...world.modelLog.invalid.map((text) => `Request: ${text}`),
		...lostMessages(world, messages),
		...transcripts(world, answers, expected),
		...executions(world, answers),
		...approvals(world, answers),
		...budgets(world, answers),
		...sums(world),
		...titles(world),
		...reverts(world),
		...projection(world, messages),
		// In an unfinished world these would wait for virtual time that no longer passes.
		...(rested ? await sleeping(world) : []),
		// The reference run is not compared.
		...(rested && !world.measure ? await streams(world, answers) : []),
	]
}

function describeUnrest(world: World): string {
	const one = (query: string): string => JSON.stringify(world.conversation.all(query)).slice(0, 600)
	return [
		`user finished: ${world.user.finished}, neighbour finished: ${world.neighbour.finished}`,
		`run ${one('SELECT state, cancel_requested, next_at, error_code FROM run ORDER BY seq DESC LIMIT 1')}`,
		`calls ${one("SELECT name, state, attempts, next_at, waiting FROM tool_call WHERE state <> 'settled'")}`,
		`outbox ${one('SELECT attempts, last_error FROM outbox')}`,
		`room ${JSON.stringify(world.room.all('SELECT call_id, state, attempts, retry_at FROM pending_call'))}`,
		`relay ${JSON.stringify(world.relay.database.prepare("SELECT call_id, state FROM calls WHERE state IN ('received','started')").all())}`,
	].join('; ')
}

/** Every message once, in its own run or inside one; withdrawn messages nowhere. */
function lostMessages(world: World, messages: readonly MessageRow[]): string[] {
	const found: string[] = []
	const wanted = world.user.posted.flatMap((id) => [id, 'answer'])
	const seen = messages.map(({ role, ui }) => (role === 'user' ? ui.id : 'answer'))
	const own = seen.filter((id, i) => {
		const asked = id === 'answer' ? seen[i - 1] : id
		return !asked?.startsWith('steer-')
	})
	if (own.join() !== wanted.join()) found.push(`Messages: [${seen}] instead of [${wanted}]`)
	if (seen.some((id, i) => (id === 'answer') !== (i % 2 === 1)))
		found.push(`Messages without answers, or answers without messages: [${seen}]`)
	const entered = [...seen, ...messages.flatMap(({ ui }) => steeredIn(ui))]
	for (const [id, fate] of world.user.sent) {
		const times = entered.filter((one) => one === id).length
		const right = fate === 'sent' ? times === 1 : fate === 'withdrawn' ? times === 0 : times <= 1
		if (!right) found.push(`The message ${id} (${fate}) entered ${times} times`)
	}
	return found
}

/** Ids of the messages that entered in the middle of this answer. */
const steeredIn = (message: StoredUi): string[] =>
	message.parts.filter((part) => part.type === 'steering-message').map((part) => String(part['id']))

/** The notice that a message was withdrawn because its author may no longer write. */
const isTakenBack = (line: Line): boolean =>
	line.kind === 'notice' && line.text === 'message_withdrawn'

/** The answers of each turn's runs. */
export function answersByTurn(world: World, answers: readonly StoredUi[]): StoredUi[][] {
	return world.script.turns.map((_, turn) =>
		world.user.seen.flatMap((seen) =>
			seen.turn === turn ? (answers.find(({ id }) => id === seen.messageId) ?? []) : [],
		),
	)
}

function transcripts(
	world: World,
	answers: readonly StoredUi[],
	expected: readonly (readonly StoredUi[])[],
): string[] {
	const own = new Set(world.user.seen.map(({ messageId }) => messageId))
	return [
		...answers.flatMap((answer) => (own.has(answer.id) ? [] : besides(world, answer))),
		...world.user.seen.flatMap((seen) => ofAnswer(world, answers, seen)),
		...answersByTurn(world, answers).flatMap((runs, turn) =>
			ofTurn(world, turn, runs, expected[turn] ?? []).map(
				(text) => `Transcript of turn ${turn} (${runs.map(stateOf)}): ${text}`,
			),
		),
	]
}

const stateOf = (answer: StoredUi): string => answer.metadata?.state ?? 'none'

function ofAnswer(
	world: World,
	answers: readonly StoredUi[],
	{ messageId, runId, turn, stopped }: SeenAnswer,
): string[] {
	const answer = answers.find(({ id }) => id === messageId)
	// A missing message is reported with the messages.
	if (!answer) return []
	const found: string[] = []
	const isOwn = (id: string): boolean =>
		id.startsWith(`call_t${turn}x`) ||
		// A step that was cut early is asked again, and the scripted model repeats its ids: the product mints others.
		(world.wasInterrupted(turn) && id.startsWith(`${runId}_`))
	const strange = toolsOf(answer).filter(({ toolCallId }) => !isOwn(toolCallId))
	if (strange.length > 0)
		found.push(`holds calls of another run: ${strange.map((t) => t.toolCallId)}`)
	if (stateOf(answer) === 'cancelled' && !stopped) found.push('cancelled, but not stopped')
	if (stateOf(answer) === 'failed' && !mayFail(world, answer))
		found.push('failed without enough reason')
	return found.map((text) => `Transcript of turn ${turn}: ${text}`)
}

function ofTurn(
	world: World,
	turn: number,
	runs: readonly StoredUi[],
	expected: readonly StoredUi[],
): string[] {
	const script = world.script.turns[turn]
	if (!script || expected.length === 0) return ['has no counterpart']
	// An interrupted run was cut at some moment: its result cannot be compared.
	if (world.wasInterrupted(turn)) return []
	const { counts } = world.faults
	const judged = new Map(
		runs.flatMap((run) =>
			judgedCalls(script, run).map((one) => [one.tool.toolCallId, one] as const),
		),
	)
	const told = (lines: readonly Line[]): Line[] =>
		lines.filter((line) => !isLimit(line) && !isTakenBack(line))
	// No call of the model fails in the reference run.
	const wanted = told(expected.flatMap(linesOf))
	const seen = told(runs.flatMap((answer) => linesToContinue(world, answer)))
	const whole = runs.length > 0 && runs.every((run) => stateOf(run) === 'completed')
	return differences(wanted, seen, whole, {
		disrupted: !world.faults.harmless,
		diskWasFull: counts.has('disk_full'),
		relayDied: [...counts.keys()].some((kind) => /^relay_(killed|crash)/.test(kind)),
		decidedAnew: (id) => {
			const one = judged.get(id)
			return one !== undefined && (one.moved || (script.rival && one.verdict === 'ask'))
		},
		askedOnce: (id) => judged.get(id)?.verdict === 'ask',
	})
}

/** The answer to a message that came too late for the previous run. */
function besides(world: World, answer: StoredUi): string[] {
	const state = answer.metadata?.state ?? 'none'
	const said = linesOf(answer).flatMap((line) => (line.kind === 'text' ? [line.text] : []))
	if (toolsOf(answer).length > 0) return [`The answer ${answer.id} holds calls of another run`]
	if (state === 'failed' && mayFail(world, answer)) return []
	if (state !== 'completed' || said.at(-1) !== NOTED)
		return [`The answer ${answer.id} (${state}) to a late message says "${said.join('|')}"`]
	return []
}

/** A model that fails four times at one step, or an object that ends that often, may end the run with a notice. */
function mayFail(world: World, answer: StoredUi): boolean {
	const notices = linesOf(answer).filter((line) => line.kind === 'notice')
	const count = (prefix: string): number =>
		[...world.faults.counts].reduce((sum, [kind, n]) => sum + (kind.startsWith(prefix) ? n : 0), 0)
	const tries = count('model_') + count('conversation_')
	return notices.some((n) => /model_(interrupted|network|overload)/.test(n.text)) && tries >= 3
}

/** A change is made at most once; exactly once if it is reported; never if it is denied. */
function executions(world: World, answers: readonly StoredUi[]): string[] {
	const found: string[] = []
	const reported = new Map(
		answers.flatMap((a) => toolsOf(a).map((t) => [t.toolCallId, t] as const)),
	)
	for (const turn of world.script.turns)
		for (const call of turn.steps.flatMap((step) => step.calls)) {
			const { once } = factsOf(call)
			const count = world.ledger.count(call.token)
			const tool = reported.get(call.toolCallId)
			if (once && count > 1) found.push(`${call.token} (${call.name}) was executed ${count} times`)
			if (!tool) {
				if (count > 0) found.push(`${call.token} was executed and is not in the transcript`)
				continue
			}
			if (factsOf(call).runsOn === 'nowhere' || call.name === 'find_tools') continue
			if (tool.fate === 'ok' && count === 0)
				found.push(`${call.token} was reported and not executed`)
			if (tool.fate === 'open') found.push(`${call.token} was left open`)
			const unsure = tool.fate === 'effect_unknown' || /unknown|may or may not/.test(tool.errorText)
			if (once && tool.fate !== 'ok' && !unsure && count > 0)
				found.push(
					`${call.token} was executed, but the model is told ${tool.fate}: ${tool.errorText}`,
				)
		}
	return found
}

/** D1 has the same data as the object. */
function projection(world: World, messages: readonly MessageRow[]): string[] {
	const found: string[] = []
	const same = (what: string, mine: unknown, theirs: unknown): void => {
		const [a, b] = [JSON.stringify(mine), JSON.stringify(theirs)]
		if (a !== b) found.push(`D1: ${what}: ${b} instead of ${a}`.slice(0, 600))
	}
	const columns = (model: string) =>
		`id, state, ${model} AS model, error_code, started_at, finished_at`
	const runs = world.conversation.all<Row>(
		`SELECT ${columns("json_extract(source, '$.model')")} FROM run ORDER BY seq`,
	)
	same('runs', byId(runs), byId(world.d1.rows(`SELECT ${columns('model')} FROM runs`)))
	const told = messages.flatMap(({ ui }) => [
		{ id: ui.id, role: ui.role },
		...steeredIn(ui).map((id) => ({ id, role: 'user' })),
	])
	same('messages', byId(told), byId(world.d1.rows('SELECT id, role FROM messages')))
	const usage = world.conversation.all<Row>('SELECT id, usage FROM run').map(({ id, usage }) => ({
		id,
		tokens: (JSON.parse(String(usage)) as { outputTokens: number }).outputTokens,
	}))
	same(
		'usage',
		byId(usage),
		byId(
			world.d1
				.rows('SELECT run_id AS id, output_tokens, calls FROM usage')
				.map((row) => ({ id: row['id'], tokens: Number(row['output_tokens']) - titleTokens(row) })),
		),
	)
	const last = runs.at(-1)
	const [row] = world.d1.rows(
		`SELECT last_run_id AS id, last_run_state AS state FROM conversations WHERE id = '${CONVERSATION_ID}'`,
	)
	same('last run', { id: last?.['id'], state: last?.['state'] }, row)
	return found
}

const byId = (rows: readonly Row[]): Row[] =>
	rows.map((row) => ({ ...row })).sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))

/**
 * Nothing is due. An alarm that was set for a deadline met since then may still ring, once;
 * an object that then sets another one would wake forever.
 */
async function sleeping(world: World): Promise<string[]> {
	const found: string[] = []
	for (const [name, host] of [
		['conversation', world.conversation],
		['room', world.room],
	] as const) {
		if (host.alarmAt === null) continue
		host.alarmAt = null
		await host.get().instance.alarm()
		if (host.alarmAt !== null) found.push(`The ${name} sets alarms although nothing is under way`)
	}
	return found
}

/** The message that the AI SDK builds from a stream equals the stored one; a cursor returns exactly what follows it. */
async function streams(world: World, answers: readonly StoredUi[]): Promise<string[]> {
	const found: string[] = []
	const pages = [
		...world.user.seen.map((seen) => ({ name: 'The page', seen })),
		...world.user.seenByRival.map((seen) => ({ name: "The other's page", seen })),
	]
	for (const { name, seen } of pages) {
		if (seen.lookedUp) continue
		const stored = answers.find(({ id }) => id === seen.messageId)
		found.push(...(await readsAs(`${name} of turn ${seen.turn}`, seen.frames, stored)))
	}
	const last = answers.at(-1)
	if (!last) return found
	const full = await replay(world, `from=${last.id}`)
	found.push(...(await readsAs('The replay', full, last)))
	const frames = full.split(/(?<=\n\n)/)
	let before = ''
	const every = Math.ceil(frames.length / MAX_CURSORS)
	for (const [index, frame] of frames.entries()) {
		before += frame
		if (index % every !== 0 && index < frames.length - 2) continue
		const cursor = /^id: (\S+)$/m.exec(frame)?.[1]
		if (cursor && before + (await replay(world, `cursor=${cursor}`)) !== full) {
			found.push(`Replay from ${cursor} does not bring exactly what follows`)
			break
		}
	}
	return found
}

/** Number of cursors from which a viewer reconnects to the last answer. */
const MAX_CURSORS = 12

async function replay(world: World, query: string): Promise<string> {
	const { instance } = world.conversation.get()
	return (await instance.fetch(readStream(query))).text()
}

async function readsAs(
	what: string,
	frames: string,
	stored: StoredUi | undefined,
): Promise<string[]> {
	try {
		const read = JSON.stringify(await readWithSdk(frames))
		const wanted = JSON.stringify(stored)
		return canonical(read) === canonical(wanted)
			? []
			: [`${what} reads ${read} instead of ${wanted}`.slice(0, 5_000)]
	} catch (error) {
		return [`${what} cannot be read: ${String(error)}`]
	}
}

/** The order of keys does not matter. */
const canonical = (text: string): string =>
	JSON.stringify(JSON.parse(text ?? 'null'), (_, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	)
