/** The part of a name that visitors read in the room: people may be named after a folder, too. */
import { expect, test } from 'vitest'
import type { ViewerState } from '../sockets/sockets.ts'
import { visitorView } from './room-view.ts'

const viewer = (actor: object, within: string | null): ViewerState =>
	({
		kind: 'viewer',
		viewerId: 'v',
		projectId: 'p',
		role: null,
		conversationId: 'c',
		within,
		actor,
	}) as unknown as ViewerState

test('visitors read the names of the others without folders and secrets', () => {
	const visitor = viewer({ kind: 'share', id: 's', sessionId: 'x', name: 'Guest 1' }, 'c')
	const name = 'Ada /home/alice/x token=sk-ant-api03-abcdefghijklmnop'
	const member = viewer({ kind: 'session', id: 'y', userId: 'u', name }, null)
	const { viewers } = visitorView(visitor, [visitor, member], null)
	expect(viewers.map((one) => one.name)).toEqual(['Guest 1', 'Ada … token=(hidden)'])
})
