import { expect, test } from 'vitest'
import { searchOf, viewOf } from '../data/address.ts'

// The page asks for its width when it is loaded.
const { TABS } = await import('./panes.tsx')

test('each tab has an address that leads back to it, and none is that of the changes', () => {
	for (const tabs of Object.values(TABS)) {
		const ids = tabs.map(({ id }) => id)
		expect(new Set([...ids, 'changes']).size).toBe(ids.length + 1)
		for (const tab of ids) expect(viewOf(searchOf({ ...viewOf(''), tab })).tab).toBe(tab)
	}
})

test('visitors of a share link see the scene, not the console', () => {
	const seen = TABS.unity.filter(({ visitors }) => visitors === true)
	expect(seen.map(({ id }) => id)).toEqual(['scene', 'inspector'])
})
