import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countMono, monoMissing } from './mono.ts'

let folder = ''
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-mono-'))
})
afterEach(() => rm(folder, { recursive: true }))

const NAME = process.platform === 'win32' ? 'mono.exe' : 'mono'

async function install(home: string, withFacade: boolean): Promise<string> {
	const bin = join(home, 'bin')
	const facades = join(home, 'lib', 'mono', '4.5', 'Facades')
	await mkdir(bin, { recursive: true })
	await mkdir(facades, { recursive: true })
	await writeFile(join(bin, NAME), '')
	if (withFacade) await writeFile(join(facades, 'netstandard.dll'), '')
	return bin
}

test('the message about a missing Mono, or half of it, names the package to install', async () => {
	expect(await monoMissing(folder)).toContain('apt-get install mono-devel')
	expect(await monoMissing(await install(folder, false))).toContain('facades')
})

test('a linked Mono is found where it really is', async () => {
	const bin = await install(join(folder, 'real'), true)
	// A junction on Windows, where not every user can link files.
	await symlink(bin, join(folder, 'linked'), 'junction')
	expect((await monoMissing(join(folder, 'linked'))) ?? '').not.toContain('Mono')
})

test('a run that crashed is a failure, whatever it printed before', () => {
	const failures = [{ test: 'A.B', message: 'expected 1' }]
	const report = JSON.stringify({ passed: 5, failures })
	expect(countMono(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
	expect(countMono('{"passed":5,"failures":[]}', 134).failed).toBe(1)
	expect(countMono('{"passed":5,"failures":[]}', null).failed).toBe(1)
	expect(countMono(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
