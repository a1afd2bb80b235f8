import { expect, test } from 'vitest'
import { relay, seat } from '../../../../test/fixtures/room.ts'
import { knownFolders } from './known-folders.ts'

type Now = Parameters<typeof knownFolders>[1]
const room = (now: object) => now as Now
const other = seat({ editorKey: 'relay1:ffffffffffff', name: 'Docs' })
const both = room({ relays: [relay], editors: [seat(), other] })
const read = (folders: ReturnType<typeof knownFolders>) =>
	folders.map(({ seat: { name }, computer, isConnected }) => [name, computer, isConnected])

test('the folders of a computer that was connected stay with its name, and are said to be away', () => {
	const before = knownFolders([], both)
	expect(read(before)).toEqual([
		['Docs', 'adas-macbook', true],
		['GravityGarden', 'adas-macbook', true],
	])
	// The room still names the project's target, whose seat has no relay.
	const gone = knownFolders(before, room({ relays: [], editors: [seat({ phase: 'gone' })] }))
	expect(read(gone)).toEqual([
		['Docs', 'adas-macbook', false],
		['GravityGarden', 'adas-macbook', false],
	])
	expect(read(knownFolders(gone, both))).toEqual(read(before))
})

test('a folder that its connected computer no longer links goes', () => {
	const one = room({ relays: [relay], editors: [other] })
	expect(read(knownFolders(knownFolders([], both), one))).toEqual([['Docs', 'adas-macbook', true]])
})
