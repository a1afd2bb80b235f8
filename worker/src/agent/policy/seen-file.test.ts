import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'

test('makes an approved change only to the file that the person has seen', async () => {
	const path = 'Assets/Editor/A.cs'
	const edits = [{ find: 'a', replace: 'b', replace_all: false }]
	const edit = (id: string) => ({ id, name: 'edit_file', input: { path, edits } })
	const kit = new MachineKit({
		provider: scripted([callsTools([edit('e1'), edit('e2')]), says('Done. ')]),
	})
	kit.post('edit it twice')
	await kit.settleDown()
	const run = kit.store.latestRun()
	const ask = kit.store.calls(run?.id ?? '', 1)
	const seen = 'a'.repeat(64)
	// The first edit makes the file of the second another one.
	for (const { callId } of ask.toReversed())
		expect(kit.approve(callId, true, undefined, 'once', false, seen)).toBe(true)
	await kit.settleDown()
	const ran = kit.store.calls(run?.id ?? '', 1)
	expect(ran.map(({ params }) => params)).toEqual([
		{ path, edits, expected_sha256: seen },
		{ path, edits },
	])
	expect(ran[0]?.argsHash).not.toBe(ask[0]?.argsHash)
	expect(ran[1]?.argsHash).toBe(ask[1]?.argsHash)
	expect(kit.executions).toHaveLength(2)
})
