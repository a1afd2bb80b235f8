import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemProgram } from './system-program.ts'

it('a program of the system is one below the folder of Windows, never one of the current folder or of PATH', () => {
	const env = { SystemRoot: 'D:\\Windows', PATH: 'C:\\Games\\Maze' }
	expect(systemProgram('taskkill', env)).toBe('D:\\Windows\\System32\\taskkill.exe')
	expect(systemProgram('powershell', env)).toBe(
		'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
	)
	for (const SystemRoot of [undefined, '', '.', 'Windows', '\\Windows'])
		expect(systemProgram('schtasks', { SystemRoot })).toBe('C:\\Windows\\System32\\schtasks.exe')
})

it('every program of Windows is started as a program of the system', () => {
	const NAMED =
		/['"`](?:powershell|pwsh|taskkill|schtasks|tasklist|wmic|reg|rundll32|explorer|cmd)(?:\.exe)?['"`]/
	const found = ['..', '../../../scripts'].flatMap((place) => {
		const folder = join(import.meta.dirname, place)
		return readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter(
				(name) =>
					name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('system-program.ts'),
			)
			.flatMap((name) =>
				readFileSync(join(folder, name), 'utf8')
					.split('\n')
					.filter((line) => NAMED.test(line) && !line.includes('systemProgram('))
					.map((line) => `${name}: ${line.trim()}`),
			)
	})
	expect(found).toEqual([])
})
