/** Opens the session of an agent: introduces the relay, checks what the agent speaks, and tells the agent where it works. */
import type {
	AgentCapabilities,
	ClientConnection,
	McpServerStdio,
	NewSessionRequest,
	RequestPermissionRequest,
	RequestPermissionResponse,
	Stream,
} from '@agentclientprotocol/sdk'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { type Fields, fieldsOf, lineOf, textOf } from '../agents/transcripts/fields.ts'
import { FileError } from '../files/file-error.ts'
import { RELAY_VERSION } from '../platform/version.ts'

const AUTH_REQUIRED = -32_000
const NOT_FOUND = -32_002
const MAX_SAID = 300

export interface SessionWish {
	readonly cwd: string
	/** Further ones that it may work in: absolute. */
	readonly folders: readonly string[]
	/** Fairlead's tools; null: none. */
	readonly tools: McpServerStdio | null
	/** The agent's own id of the session that it continues; null: it begins a new one. */
	readonly session: string | null
}

export interface OpenedSession {
	readonly id: string
	readonly connection: ClientConnection
	/** It can be continued after its end. */
	readonly continues: boolean
	/** The agent tells again all that was said in it. */
	readonly replays: boolean
	/** All that it told of the session besides. */
	readonly answer: Fields
}

type Continuing = 'session/resume' | 'session/load'

/** Returns null if the agent can continue no session. */
const continuingBy = (agent: AgentCapabilities | undefined): Continuing | null =>
	// It replays nothing.
	agent?.sessionCapabilities?.resume
		? 'session/resume'
		: agent?.loadSession === true
			? 'session/load'
			: null

/**
 * Why a request has failed, for people.
 *
 * @param what it could not do
 */
export const failureOf = (name: string, what: string, error: unknown): string =>
	fieldsOf(error)?.['code'] === AUTH_REQUIRED
		? signIn(name)
		: `${name} could not ${what}: ${saidBy(error)}`

const signIn = (name: string): string => `Sign in to ${name} in a terminal on that computer first.`

/** The agent's reason in one line. Some agents put it beside "Internal error". */
function saidBy(error: unknown): string {
	const data = fieldsOf(fieldsOf(error)?.['data'])
	const details = textOf(data?.['details']) ?? textOf(data?.['message'])
	const said = details || (error instanceof Error ? error.message : String(error))
	return lineOf(withoutSecrets(said), MAX_SAID)
}

/** @throws {FileError} if the agent refuses; anything else if the connection ends */
export async function openSession(
	name: string,
	stream: Stream,
	{ cwd, folders, tools, session }: SessionWish,
	permission: (
		asked: RequestPermissionRequest,
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>,
): Promise<OpenedSession> {
	const { client, PROTOCOL_VERSION, RequestError } = await import('@agentclientprotocol/sdk')
	const connection = client({ name: 'Fairlead' })
		.onRequest('session/request_permission', ({ params, signal }) => permission(params, signal))
		.connect(stream)
	const refused = (error: unknown): never => {
		if (!(error instanceof RequestError)) throw error
		if (error.code === AUTH_REQUIRED) throw new FileError('denied', signIn(name))
		if (error.code === NOT_FOUND && session !== null)
			throw new FileError('not_found', `${name} no longer has this session. Start a new agent.`)
		const failed = session === null ? 'be started' : 'continue this session'
		throw new FileError('internal', `${name} could not ${failed}. It said: ${saidBy(error)}`)
	}
	const { protocolVersion, agentCapabilities } = await connection.agent
		.request('initialize', {
			protocolVersion: PROTOCOL_VERSION,
			// The agent uses its own tools for files and commands.
			clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
			clientInfo: { name: 'fairlead', title: 'Fairlead', version: RELAY_VERSION },
		})
		.catch(refused)
	if (protocolVersion !== PROTOCOL_VERSION)
		throw new FileError(
			'unsupported',
			`${name} speaks version ${protocolVersion} of the Agent Client Protocol. Fairlead speaks version ${PROTOCOL_VERSION}.`,
		)
	if (folders.length > 0 && !agentCapabilities?.sessionCapabilities?.additionalDirectories)
		throw new FileError('unsupported', `${name} takes no further folders.`)
	const by = continuingBy(agentCapabilities)
	const place: NewSessionRequest = {
		cwd,
		mcpServers: tools === null ? [] : [tools],
		...(folders.length === 0 ? {} : { additionalDirectories: [...folders] }),
	}
	if (session === null) {
		const answer = await connection.agent.request('session/new', place).catch(refused)
		const { sessionId: id } = answer
		return { id, connection, continues: by !== null, replays: false, answer: { ...answer } }
	}
	if (by === null)
		throw new FileError(
			'unsupported',
			`${name} can no longer continue its sessions. Start a new agent.`,
		)
	const asked = { sessionId: session, ...place }
	const answer = (await connection.agent.request(by, asked).catch(refused)) ?? {}
	const replays = by === 'session/load'
	return { id: session, connection, continues: true, replays, answer: { ...answer } }
}
