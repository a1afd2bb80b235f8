import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import type { PageCall } from '../../mcp-server/calls/room-approvals.ts'
import type { RelayToolContext } from '../../platform/relay-tool.ts'
import { PermissionRequests } from './permission-requests.ts'

const KEY = 'relay-1:aaaaaaaaaaaa'
const ASKED = {
	agent: 'Claude Code',
	tool: 'Bash',
	text: 'npm test',
	language: '',
	session: 'Mend the door',
} as const

const PLACE = 'site on ada-laptop'
const SESSION = 'session-1'

/** A page of the project: what it is asked, and its answers. */
function page(open = true) {
	const asked: {
		editorKey: string
		client: string
		session: string | undefined
		params: Record<string, unknown>
	}[] = []
	let withdrawn = 0
	let end: (outcome: CallOutcome) => void = () => undefined
	const pages: ConstructorParameters<typeof PermissionRequests>[0] = {
		hand: async (editorKey, { client, session }, { params }) => {
			asked.push({ editorKey, client, session, params })
			if (!open) return null
			const outcome = new Promise<CallOutcome>((resolve) => {
				end = resolve
			})
			return {
				conversationId: 'cnv_1',
				outcome,
				answer: () => undefined,
				withdraw: () => withdrawn++,
			} as PageCall
		},
	}
	const requests = new PermissionRequests(pages, () => PLACE)
	const approve = (request_id: unknown, editorKey = KEY) =>
		requests.tool({ ...ASKED, request_id }, { editorKey } as RelayToolContext)
	return {
		requests,
		asked,
		approve,
		end: (outcome: CallOutcome) => end(outcome),
		withdrawn: () => withdrawn,
	}
}

const never = new AbortController().signal
const waiting = (signal: AbortSignal) => ({ signal, opened: () => undefined })
/** The question is on the page after the microtasks of handing it over. */
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('a permission that a person approves on the page is allowed, and named by the approved call only', async () => {
	const { requests, asked, approve } = page()
	const answer = requests.ask(KEY, SESSION, ASKED, waiting(never))
	await soon()
	const params = { ...ASKED, place: PLACE }
	expect(asked).toMatchObject([{ editorKey: KEY, client: 'Claude Code', session: SESSION, params }])
	const id = asked[0]?.params['request_id']
	// Another folder's room knows nothing of it, and guessing is of no use.
	expect(await approve(id, 'relay-1:bbbbbbbbbbbb')).toMatchObject({ error: { code: 'not_found' } })
	expect(await approve(`ask_${'0'.repeat(32)}`)).toMatchObject({ error: { code: 'not_found' } })
	expect(await approve(id)).toEqual({ status: 'ok', result: { allowed: true } })
	expect(await answer).toEqual({ behavior: 'allow' })
	expect(await approve(id)).toMatchObject({ error: { code: 'not_found' } })
})

test('a denial reaches the agent with its reason', async () => {
	const { requests, end } = page()
	const answer = requests.ask(KEY, SESSION, ASKED, waiting(never))
	await soon()
	end(failed('denied', 'The user denied this call: not now It did not run.'))
	expect(await answer).toEqual({
		behavior: 'deny',
		message: 'The user denied this call: not now It did not run.',
	})
})

test.each([
	['nobody answered', failed('deadline_exceeded', 'Nobody approved this call in time.')],
	['the connection was lost', failed('effect_unknown', 'lost')],
	['the conversation is read-only', failed('denied', 'no', { data: { mode: 'read-only' } })],
])('the terminal decides if %s', async (_, outcome) => {
	const { requests, end } = page()
	const answer = requests.ask(KEY, SESSION, ASKED, waiting(never))
	await soon()
	end(outcome)
	expect(await answer).toBeNull()
})

test('the terminal decides at once where no page can be asked', async () => {
	expect(await page(false).requests.ask(KEY, SESSION, ASKED, waiting(never))).toBeNull()
})

test('an answer in the terminal takes the question from the page, and a late approval is refused', async () => {
	const { requests, asked, approve, withdrawn } = page()
	const local = new AbortController()
	const answer = requests.ask(KEY, SESSION, ASKED, waiting(local.signal))
	await soon()
	local.abort()
	expect(await answer).toBeNull()
	expect(withdrawn()).toBe(1)
	expect(await approve(asked[0]?.params['request_id'])).toMatchObject({
		error: { code: 'not_found' },
	})
})

test('a question that nobody waits for any more when it is open is withdrawn at once', async () => {
	const { requests, withdrawn } = page()
	expect(await requests.ask(KEY, SESSION, ASKED, waiting(AbortSignal.abort()))).toBeNull()
	expect(withdrawn()).toBe(1)
})
