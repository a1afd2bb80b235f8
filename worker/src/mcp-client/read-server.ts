/** Reads the tools of a server and stores them, or why that failed. */

import { type ListRules, readTools } from '@fairlead/protocol/mcp-tools/read-tools'
import {
	MAX_SERVER_TOOLS,
	MAX_TOOL_NAME,
	serverToolName,
} from '@fairlead/protocol/projects/mcp-servers'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { SecretLocked } from '../platform/sealed-secret.ts'
import { hashSecret } from '../platform/secrets.ts'
import { within } from '../within.ts'
import { connect, listTools } from './connection.ts'
import { type Failure, failureOf } from './failure.ts'
import { serverRequest } from './server-request.ts'
import { type McpServerRow, revokeTools, updateMcpServer } from './store.ts'

/** In all: a person waits for it. */
const READ_MS = 20_000

/** A row of D1 holds 2 MB, and each run reads it. */
const MAX_LIST_CHARS = 400_000

const rulesOf = (server: string): ListRules => ({
	maxTools: MAX_SERVER_TOOLS,
	maxName: MAX_TOOL_NAME - serverToolName(server, '').length,
	maxChars: MAX_LIST_CHARS,
	plain: (original) => original.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^_+/, ''),
	hash: hashSecret,
})

/** The row afterwards; undefined: it is gone. Never rejects because of the server. */
export async function readServer(
	env: Env,
	db: Database,
	row: McpServerRow,
	now: number,
): Promise<McpServerRow | undefined> {
	let timedOut = (): boolean => false
	try {
		return await within(READ_MS, (signal) => {
			timedOut = () => signal.aborted
			return readTo(signal, env, db, row, now)
		})
	} catch (error) {
		return noteFailure(db, row, await describe(error, timedOut()), now)
	}
}

async function readTo(
	signal: AbortSignal,
	env: Env,
	db: Database,
	row: McpServerRow,
	now: number,
): Promise<McpServerRow | undefined> {
	const reached = await serverRequest(env, db, row)
	const connection = await connect(reached, signal)
	try {
		const sent = await listTools(connection, MAX_SERVER_TOOLS, READ_MS, signal)
		const { tools, leftOut } = await readTools(sent, rulesOf(row.name))
		const hashes = new Map(tools.map(({ name, hash }) => [name, hash]))
		// Calls that are always allowed were allowed for another tool.
		const changed = row.tools.filter(({ name, hash }) => hashes.get(name) !== hash)
		await revokeTools(db, row, changed, now)
		return await updateMcpServer(db, row, {
			tools,
			leftOut,
			revision: connection.revision,
			readAt: now,
			state: 'ready',
			error: null,
		})
	} catch (error) {
		throw connection.causeOf(error)
	} finally {
		await connection.close()
	}
}

/** Its tools stay: a server that is down for a minute loses nothing. */
export const noteFailure = (
	db: Database,
	row: McpServerRow,
	failure: Failure,
	now: number,
): Promise<McpServerRow | undefined> =>
	updateMcpServer(db, row, {
		state: failure.kind === 'sign_in' ? 'sign_in' : 'failed',
		error: { at: now, reason: failure.reason },
	})

async function describe(error: unknown, timedOut: boolean): Promise<Failure> {
	if (error instanceof SecretLocked) {
		const reason = 'Its secrets were stored under another SECRETS_KEY. Enter them again.'
		return { kind: 'sign_in', reason, unsent: true }
	}
	if (timedOut) return { kind: 'late', reason: 'It did not answer in time.', unsent: false }
	return failureOf(error, false)
}
