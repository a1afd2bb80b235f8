/** Calls that a program on a relay's machine asks people about, and their answers on the page. */
import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { type Client, type Relay, until } from '../double/harness.ts'

/** Whether the project has the call. */
export const isOpen = async (relay: Relay, call: object): Promise<unknown> =>
	((await relay.request('desk.ask', call)).result as { open?: boolean } | undefined)?.open

/** The person's page has the question: where it is answered. */
export function question(person: Client, projectId: string): Promise<string> {
	return until(async () => {
		const answer = await person.call('GET', '/api/needs-you')
		const { conversations } = NeedsYou.parse(await answer.json())
		// Those of other projects are of earlier tests, and may have been answered.
		const asking = conversations.find((one) => one.projectId === projectId)
		if (!asking) return undefined
		const path = `/api/conversations/${asking.conversationId}`
		const frames = await (await person.call('GET', `${path}/stream`)).text()
		const asks = [...frames.matchAll(/"tool-approval-request","approvalId":"([^"]+)"/g)].at(-1)
		return asks && `${path}/approvals/${asks[1]}`
	}, 'its stream to ask')
}

/** @returns the status of the answer */
export const answer = async (
	person: Client,
	path: string,
	approved: boolean,
	more: object = {},
): Promise<number> => (await person.call('POST', path, { approved, scope: 'once', ...more })).status

/** How the relay hears that the call ended. */
export const ended = async (relay: Relay, { id }: { readonly id: string }) =>
	(await relay.wait((frame) => frame.method === 'desk.ended' && frame.params?.['id'] === id, id))
		.params?.['outcome'] as { status: string; error?: { code: string; message: string } }
