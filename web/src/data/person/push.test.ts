/** A browser's notification of one thing stays while the person looks at another. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentsTag } from './notice-tags.ts'
import { closeAgentsNotice, closeAnswered } from './push.ts'

const [CASTLE, TOWER] = ['prj_1', 'prj_2'].map(agentsTag)
let shown: string[]

beforeEach(() => {
	shown = ['cnv_1', 'cnv_2', CASTLE, TOWER].map(String)
	const notices = () =>
		shown.map((tag) => ({
			tag,
			close: () => {
				shown = shown.filter((other) => other !== tag)
			},
		}))
	const getNotifications = async (only?: { tag: string }) =>
		notices().filter(({ tag }) => only === undefined || tag === only.tag)
	const getRegistration = async () => ({ getNotifications })
	vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
})
afterEach(() => vi.unstubAllGlobals())

test('an answer takes away the notification of its conversation, and none of agents', async () => {
	await closeAnswered(new Set(['cnv_2']))
	expect(shown).toEqual(['cnv_2', CASTLE, TOWER])
})

test('the agents of a project take away their own', async () => {
	await closeAgentsNotice('prj_1')
	expect(shown).toEqual(['cnv_1', 'cnv_2', TOWER])
})
