import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'

test('an approved change is made only to the file that the person has seen', async () => {
	const path = 'Assets/Editor/A.cs'
	const edits = [{ find: 'a', replace: 'b', replace_all: false }]
	const kit = new MachineKit({
		provider: scripted([
			callsTools([{ id: 'e1', name: 'edit_file', input: { path, edits } }]),
			says('Done. '),
		]),
	})
	kit.post('edit it')
	await kit.settleDown()
	const run = kit.store.latestRun()
	const [ask] = kit.store.calls(run?.id ?? '', 1)
	const seen = 'a'.repeat(64)
	expect(kit.approve(ask?.callId ?? '', true, undefined, 'once', false, seen)).toBe(true)
	await kit.settleDown()
	const [ran] = kit.store.calls(run?.id ?? '', 1)
	expect(ran?.params).toEqual({ path, edits, expected_sha256: seen })
	expect(ran?.argsHash).not.toBe(ask?.argsHash)
	expect(kit.executions).toHaveLength(1)
})

test('code that an earlier call of the step would still swap does not run unseen', async () => {
	const code = { from: 'Assets/Data/conf.txt', to: 'Assets/Editor/Conf.cs' }
	const kit = new MachineKit({
		provider: scripted([
			callsTools([
				{
					id: 'swap',
					name: 'move_file',
					input: { from: 'Stash.txt', to: code.from, overwrite: true },
				},
				{ id: 'code', name: 'copy_file', input: code },
			]),
			says('Done. '),
		]),
	})
	kit.post('hide it', 'm1', 'ask')
	await kit.settleDown()
	const run = kit.store.latestRun()
	const [swap, copy] = kit.store.calls(run?.id ?? '', 1)
	const seen = 'a'.repeat(64)
	for (const [call, file] of [[copy, seen], [swap]] as const)
		expect(kit.approve(call?.callId ?? '', true, undefined, 'once', false, file)).toBe(true)
	await kit.settleDown()
	expect(kit.store.calls(run?.id ?? '', 1)[1]?.params).toMatchObject({ expected_sha256: seen })
})
