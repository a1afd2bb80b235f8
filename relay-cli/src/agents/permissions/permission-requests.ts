/**
 * Permissions that coding agents wait for: asked on the page of the folder's project, as the calls of MCP clients are. The
 * prompt in the terminal stays; the first answer decides.
 */
import { randomBytes } from 'node:crypto'
import type { ToolArgs } from '@fairlead/protocol/tools'
import { type CallOutcome, failed, type Withdrawal } from '@fairlead/protocol/wire/calls'
import type { RoomApprovals } from '../../mcp-server/calls/room-approvals.ts'
import type { RelayTool } from '../../platform/relay-tool.ts'

/** Beyond guessing: an approved call names the request. */
const ID_BYTES = 16

type Asked = Omit<ToolArgs<'agent_permission', 'run'>, 'request_id' | 'place'>

/** `message`: why not, for the agent's model. */
export type PermissionAnswer =
	| { readonly behavior: 'allow' }
	| { readonly behavior: 'deny'; readonly message: string }

interface Waiting {
	readonly editorKey: string
	readonly settle: (answer: PermissionAnswer | null) => void
}

export class PermissionRequests {
	readonly #pages: Pick<RoomApprovals, 'hand'>
	/** The name of a linked folder, and of its computer. */
	readonly #placeOf: (editorKey: string) => string
	readonly #waiting = new Map<string, Waiting>()

	constructor(pages: Pick<RoomApprovals, 'hand'>, placeOf: (editorKey: string) => string) {
		this.#pages = pages
		this.#placeOf = placeOf
	}

	/**
	 * Returns null if the page decides nothing, and the terminal does. Never rejects.
	 *
	 * @param waiting.signal aborted when nobody waits for the answer now
	 * @param waiting.ended why nobody does, once nobody does
	 * @param waiting.opened called once people are asked, with the conversation if the server tells it
	 */
	async ask(
		editorKey: string,
		sessionId: string,
		asked: Asked,
		{
			signal,
			ended,
			opened,
		}: {
			signal: AbortSignal
			ended?(): Withdrawal | undefined
			opened(conversationId: string | null): void
		},
	): Promise<PermissionAnswer | null> {
		const request_id = `ask_${randomBytes(ID_BYTES).toString('hex')}`
		const { promise, resolve } = Promise.withResolvers<PermissionAnswer | null>()
		this.#waiting.set(request_id, { editorKey, settle: resolve })
		const call = {
			name: 'agent_permission',
			params: { ...asked, place: this.#placeOf(editorKey), request_id },
		}
		const page = await this.#pages.hand(
			editorKey,
			{ client: asked.agent, session: sessionId },
			call,
			false,
		)
		const leave = (): void => {
			page?.withdraw(ended?.())
			resolve(null)
		}
		// The call itself gives the permission, before its outcome comes back.
		page?.outcome.then((outcome) => resolve(denialIn(outcome)))
		if (!page || signal.aborted) leave()
		else opened(page.conversationId)
		signal.addEventListener('abort', leave, { once: true })
		try {
			return await promise
		} finally {
			signal.removeEventListener('abort', leave)
			this.#waiting.delete(request_id)
		}
	}

	/** The approved call. */
	readonly tool: RelayTool = async (args, { editorKey }): Promise<CallOutcome> => {
		const { request_id } = args as ToolArgs<'agent_permission', 'run'>
		const waiting = this.#waiting.get(request_id)
		// A room approves for its own folders only.
		if (waiting?.editorKey !== editorKey) return NOT_WAITING
		this.#waiting.delete(request_id)
		waiting.settle({ behavior: 'allow' })
		return { status: 'ok', result: { allowed: true } }
	}
}

const NOT_WAITING = failed(
	'not_found',
	'The agent no longer waits for this permission: it was answered in its terminal, or the agent has ended.',
)

/** Returns null if no person has denied it. Nobody answered, or the conversation is read-only. */
function denialIn(outcome: CallOutcome): PermissionAnswer | null {
	if (outcome.status !== 'error' || outcome.error.code !== 'denied') return null
	const { message, data } = outcome.error
	if (typeof data === 'object' && data !== null && 'mode' in data) return null
	return { behavior: 'deny', message }
}
