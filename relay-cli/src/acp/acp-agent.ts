/** One agent that speaks the Agent Client Protocol, with one session: its turns, its permissions, and its transcript. */
import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import type { AcpModes } from '@fairlead/protocol/agents/terminals'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import type { PermissionAnswer } from '../agents/permissions/permission-requests.ts'
import { type Fields, fieldsOf, lineOf } from '../agents/transcripts/fields.ts'
import { FileError } from '../files/file-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Environment } from '../programs/clean-environment.ts'
import type { Startable } from '../programs/find-program.ts'
import type { ProcessGuard } from '../programs/processes/process-guard.ts'
import { AcpProcess } from './acp-process.ts'
import { failureOf, type OpenedSession, openSession, type SessionWish } from './acp-session.ts'
import { type AskedPermission, askedPermission } from './asked-permission.ts'
import { SessionModes } from './session-modes.ts'
import type { SessionTranscript } from './session-transcript.ts'
import { namedTool, type ToolCall } from './tool-call.ts'
import { TurnLog } from './turn-log.ts'

/** An agent has this long to start: some load their program over the network. */
const START_MS = 30_000
/** An agent has this long to change its mode. Other acts on it wait meanwhile. */
const MODE_MS = 5_000
/** An agent has this long to end its turn before its process is ended. */
const CANCEL_MS = 1_000
const MAX_SAID = 300

export interface AskedTool {
	readonly name: string
	readonly input: Fields
}

export interface AcpAgentPorts {
	readonly clock: Clock
	readonly guard: ProcessGuard
	readonly env: Environment
	readonly transcript: SessionTranscript
	/** Asks people of the project. Returns null if nobody has answered. */
	ask(asked: AskedPermission, signal: AbortSignal): Promise<PermissionAnswer | null>
	/** The newest permission that it waits for, for its card; null: none. */
	asks(tool: AskedTool | null): void
	opened(session: OpenedSession): void
	/** Its {@link AcpAgent.modes} have changed. */
	modesChanged(): void
	/** All that it did is in its transcript. It is waited for. */
	exited(code: number | null): Promise<void>
}

interface Waiting {
	readonly call: ToolCall
	readonly over: AbortController
}

type Turn = 'none' | 'running' | 'cancelled'

export class AcpAgent {
	/** The name that a person on this computer gave the agent. */
	readonly name: string
	readonly #wish: SessionWish
	readonly #ports: AcpAgentPorts
	readonly #process: AcpProcess
	readonly #log: TurnLog
	readonly #waiting = new Set<Waiting>()
	readonly #started: Promise<void>
	/** Resolves when the end of the process has been reported. */
	readonly #over: Promise<void>
	#session: OpenedSession | null = null
	/** The transcript has it already. Some agents still replay when they have said that they are done. */
	#isReplaying = false
	readonly #modes = new SessionModes((note) => this.#modesChanged(note))
	/** It asked for a permission before its session was open. */
	#askedEarly = false
	#turn: Turn = 'none'
	/** Resolves when the current turn is over. */
	#prompting: Promise<void> = Promise.resolve()
	/** Why the turn ends, in words of ours. */
	#reason: string | null = null
	#closing = false
	/** The start took so long that its card is shown: an error goes into the transcript. */
	#isShown = false

	/** @param prompt its first one */
	constructor(
		name: string,
		startable: Startable,
		wish: SessionWish,
		prompt: string | undefined,
		ports: AcpAgentPorts,
	) {
		this.name = name
		this.#wish = wish
		this.#ports = ports
		this.#log = new TurnLog(ports.clock, ports.transcript)
		this.#process = new AcpProcess(
			startable,
			{ cwd: wish.cwd, env: ports.env },
			{
				clock: ports.clock,
				guard: ports.guard,
				updated: (params) => this.#updated(params),
				answered: () => this.#modes.answered(),
			},
		)
		this.#started = this.#start(prompt)
		this.#started.catch(() => undefined)
		this.#over = this.#process.ended.then(({ code, why }) => this.#exited(code, why))
	}

	get isRunning(): boolean {
		return this.#process.isRunning
	}

	/** Returns null if it has none, or does not run. */
	get modes(): AcpModes | null {
		return this.#session && this.isRunning ? this.#modes.now : null
	}

	/**
	 * Resolves when its session has begun, or after this time: what goes wrong from then on stands in its transcript.
	 *
	 * @throws {FileError} if it has failed
	 */
	async startsWithin(ms: number): Promise<void> {
		const { promise: late, resolve } = Promise.withResolvers<void>()
		const cancel = this.#ports.clock.after(ms, () => {
			this.#isShown = true
			resolve()
		})
		await Promise.race([this.#started, late]).finally(cancel)
	}

	/**
	 * Gives it a prompt.
	 *
	 * @throws {FileError} `conflict` while it works, or waits
	 */
	say(text: string): void {
		this.#running()
		if (this.#waiting.size > 0)
			throw new FileError('conflict', 'This agent asks for a permission. Answer that first.')
		if (this.#turn !== 'none')
			throw new FileError('conflict', 'This agent works. Interrupt it, or wait until it is done.')
		this.#prompting = this.#prompt(text)
	}

	/**
	 * Changes its mode, also while it works.
	 *
	 * @param by the person
	 * @throws {FileError} if it has no such mode, or refuses
	 */
	async setMode(mode: string, by: string): Promise<void> {
		const { id, connection } = this.#running()
		const { promise: late, reject } = Promise.withResolvers<never>()
		const cancel = this.#ports.clock.after(MODE_MS, () =>
			reject(new FileError('deadline_exceeded', `${this.name} did not answer for 5 seconds.`)),
		)
		try {
			await Promise.race([late, this.#modes.set({ mode, by }, connection.agent, id)])
		} catch (error) {
			if (error instanceof FileError) throw error
			throw new FileError('internal', failureOf(this.name, 'change its mode', error))
		} finally {
			cancel()
		}
	}

	/** Ends its turn, if one runs, with the permissions that it asks for. */
	interrupt(): void {
		if (!this.isRunning) throw new FileError('conflict', 'This agent has ended.')
		this.#cancel(null)
	}

	/** Resolves when it has ended, with all that it started. */
	async close(): Promise<void> {
		this.#closing = true
		// The agent gets time to store what it holds.
		if (this.isRunning && this.#turn !== 'none') {
			this.#cancel(null)
			const { promise: late, resolve } = Promise.withResolvers<void>()
			const cancel = this.#ports.clock.after(CANCEL_MS, resolve)
			await Promise.race([this.#prompting, this.#process.ended, late])
			cancel()
		}
		await this.#process.close()
		await this.#over
	}

	/** @throws {FileError} `conflict` unless its session is open */
	#running(): OpenedSession {
		if (!this.isRunning || this.#closing) throw new FileError('conflict', 'This agent has ended.')
		if (!this.#session) throw new FileError('conflict', 'This agent is still starting.')
		return this.#session
	}

	async #start(prompt: string | undefined): Promise<void> {
		const { transcript } = this.#ports
		const { promise: silent, reject } = Promise.withResolvers<never>()
		const cancel = this.#ports.clock.after(START_MS, () =>
			reject(new FileError('deadline_exceeded', `${this.name} did not answer for 30 seconds.`)),
		)
		const ended = this.#process.ended.then(({ why }) => {
			throw new FileError('internal', `${this.name} could not be started. ${why}${this.#said()}`)
		})
		ended.catch(() => undefined)
		const opened = openSession(this.name, this.#process.stream, this.#wish, (asked, signal) =>
			this.#permission(asked, signal),
		)
		opened.catch(() => undefined)
		try {
			this.#session = await Promise.race([silent, ended, opened])
		} catch (error) {
			this.#closing = true
			void this.#process.close()
			// If the connection ended first, the process tells the reason.
			const why = error instanceof FileError ? error : await ended.catch((known) => known)
			if (this.#isShown) {
				transcript.begin(this.name)
				if (prompt !== undefined) transcript.prompt(prompt)
				transcript.failed(why.message)
			}
			throw why
		} finally {
			cancel()
		}
		this.#isReplaying = this.#session.replays
		this.#modes.opened(this.#session.answer)
		this.#ports.opened(this.#session)
		transcript.begin(this.name)
		if (this.#askedEarly) transcript.note(NO_TURN)
		if (prompt !== undefined) this.#prompting = this.#prompt(prompt)
	}

	#said(): string {
		const { lastWords } = this.#process
		return lastWords === '' ? '' : ` It said: ${lineOf(withoutSecrets(lastWords), MAX_SAID)}`
	}

	async #prompt(text: string): Promise<void> {
		const session = this.#session
		if (!session) return
		const { transcript } = this.#ports
		this.#turn = 'running'
		this.#isReplaying = false
		this.#reason = null
		transcript.prompt(text)
		const asked = session.connection.agent.request('session/prompt', {
			sessionId: session.id,
			prompt: [{ type: 'text', text }],
		})
		const ended = await asked.then(
			({ stopReason }) => (Object.hasOwn(STOPS, stopReason) ? STOPS[stopReason] : stopReason),
			(error: unknown) => failureOf(this.name, 'continue', error),
		)
		// The process reports its own end.
		if (!this.isRunning || this.#closing) return
		this.#log.over()
		this.#settle()
		const wasCancelled = this.#isCancelled()
		this.#turn = 'none'
		if (this.#reason !== null) transcript.failed(this.#reason)
		else if (wasCancelled || ended === 'cancelled') transcript.interrupted()
		else if (typeof ended === 'string') transcript.failed(ended)
		else transcript.turnEnd()
	}

	#isCancelled(): boolean {
		return this.#turn === 'cancelled'
	}

	#updated(params: Fields): void {
		const session = this.#session
		const update = fieldsOf(params['update'])
		if (!update || (session && params['sessionId'] !== session.id)) return
		if (this.#modes.update(update) || !session) return
		if (this.#isReplaying && update['sessionUpdate'] !== 'usage_update') return
		this.#log.update(update)
	}

	#modesChanged(note: string | null): void {
		if (note !== null) {
			this.#log.flush()
			this.#ports.transcript.note(note)
		}
		this.#ports.modesChanged()
	}

	/** @param reason in words of ours, for the card and the transcript; null: a person has interrupted it */
	#cancel(reason: string | null): void {
		const session = this.#session
		if (session && this.#turn === 'running') {
			this.#turn = 'cancelled'
			this.#reason = reason
			const { agent } = session.connection
			void agent.notify('session/cancel', { sessionId: session.id }).catch(() => undefined)
		}
		this.#settle()
	}

	/** Ends all questions that wait. */
	#settle(): void {
		for (const { over } of [...this.#waiting]) over.abort()
	}

	async #permission(
		{ sessionId, toolCall, options }: RequestPermissionRequest,
		signal: AbortSignal,
	): Promise<RequestPermissionResponse> {
		if (this.#turn === 'none') {
			if (this.#session) this.#ports.transcript.note(NO_TURN)
			else this.#askedEarly = true
		}
		if (sessionId !== this.#session?.id || this.#turn !== 'running') return CANCELLED
		const call = this.#log.asked({ ...toolCall })
		if (!call) return CANCELLED
		const waiting = { call, over: new AbortController() }
		this.#waiting.add(waiting)
		this.#asks()
		const gone = AbortSignal.any([signal, waiting.over.signal])
		let answer: PermissionAnswer | null = null
		let isShown = false
		try {
			const asked = await askedPermission(call, this.#wish.cwd)
			isShown = asked !== null
			if (asked && !gone.aborted) answer = await this.#ports.ask(asked, gone)
		} finally {
			this.#waiting.delete(waiting)
			this.#asks()
		}
		if (gone.aborted) return CANCELLED
		const kinds = answer?.behavior === 'allow' ? ['allow_once'] : ['reject_once', 'reject_always']
		const option = kinds
			.map((kind) => options.find((one) => one.kind === kind))
			.find((one) => one !== undefined)
		if (answer && option) return { outcome: { outcome: 'selected', optionId: option.optionId } }
		const why = answer ? NO_OPTION : isShown ? UNANSWERED : UNSHOWN
		this.#cancel(`${why} The turn was ended.`)
		return CANCELLED
	}

	#asks(): void {
		const newest = [...this.#waiting].at(-1)
		this.#ports.asks(newest ? namedTool(newest.call) : null)
	}

	async #exited(code: number | null, why: string): Promise<void> {
		const { transcript } = this.#ports
		this.#settle()
		this.#log.over()
		if (this.#turn !== 'none') {
			this.#turn = 'none'
			if (this.#closing) transcript.interrupted()
			else transcript.failed(`${this.name} ended in the middle of its turn. ${why}`)
		}
		await transcript.done()
		await this.#ports.exited(code)
	}
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }
const NO_TURN = 'It asked for a permission outside of a turn. It was not given.'
const UNANSWERED = 'Nobody has answered the permission that it asked for.'
const UNSHOWN = 'It asked for a permission that cannot be shown whole.'
const NO_OPTION = 'It asked for a permission without the choice to give it once.'

/** The meaning of each stop reason, for people; null if the turn ended normally. */
const STOPS: Readonly<Record<string, string | null>> = {
	end_turn: null,
	cancelled: 'cancelled',
	max_tokens: 'It stopped: its answer reached the limit of tokens.',
	max_turn_requests: 'It stopped: the turn reached its limit of requests.',
	refusal: 'It refused to continue.',
}
