/** Share links and their visitors, for tests. */
import { CreatedShare, type CreateShare, OpenedShare } from '@fairlead/protocol/people/shares'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { Client, fetchApp, ORIGIN, Peer } from '../double/harness.ts'

export async function newShare(
	owner: Client,
	projectId: string,
	wanted: Partial<CreateShare> = {},
): Promise<CreatedShare & { readonly token: string }> {
	const answer = await owner.call('POST', `/api/projects/${projectId}/shares`, wanted)
	if (answer.status !== 201) throw new Error(`no link: ${await answer.text()}`)
	const share = CreatedShare.parse(await answer.json())
	return { ...share, token: new URL(share.url).pathname.slice('/s/'.length) }
}

export const openLink = (token: string, cookie = ''): Promise<Response> =>
	fetchApp(`/api/shares/${token}`, { method: 'POST', headers: { origin: ORIGIN, cookie } })

const cookieOf = (answer: Response): string =>
	answer.headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ')

/** A browser that has opened the link. `before`: cookies it has already. */
export async function visit(
	token: string,
	before = '',
): Promise<{ client: Client; opened: OpenedShare }> {
	const answer = await openLink(token, before)
	if (answer.status !== 200) throw new Error(`not opened: ${await answer.text()}`)
	const cookie = [before, cookieOf(answer)].filter(Boolean).join('; ')
	return { client: new Client(cookie), opened: OpenedShare.parse(await answer.json()) }
}

export async function connectVisitor(client: Client, conversationId: string): Promise<Peer> {
	const answer = await fetchApp(`/api/conversations/${conversationId}/room`, {
		headers: {
			upgrade: 'websocket',
			cookie: client.cookie,
			origin: ORIGIN,
			'sec-websocket-protocol': VIEWER_LINK.subprotocol,
		},
	})
	return new Peer(answer)
}
