import { describe, expect, it } from 'vitest'
import { judge } from '../doctor/wsl-check.ts'
import { fromWindows, toWindows, wslOf } from './wsl.ts'

const RELEASE = '6.6.87.2-microsoft-standard-WSL2\n'
const wsl = wslOf('linux', RELEASE, { WSL_DISTRO_NAME: 'Ubuntu' })

describe('WSL', () => {
	it('is recognised by its kernel', () => {
		expect(wsl?.version).toBe(2)
		expect(wslOf('linux', '4.4.0-19041-Microsoft\n', {})?.version).toBe(1)
		expect(wslOf('linux', '6.8.0-45-generic', {})).toBeNull()
		expect(wslOf('darwin', RELEASE, {})).toBeNull()
	})

	it.each([
		['C:\\Games\\Maze', '/mnt/c/Games/Maze'],
		['d:/Games/Maze', '/mnt/d/Games/Maze'],
		['C:\\', '/mnt/c/'],
		['/home/ada', null],
		['\\\\server\\share', null],
		['C:relative', null],
	])('calls %s of Windows %s', (windows, linux) => {
		expect(fromWindows(windows)).toBe(linux)
	})

	it.each([
		['/mnt/c/Games/Maze', 'C:\\Games\\Maze'],
		['/mnt/c', 'C:\\'],
		['/home/ada', null],
		['/mnt/cd/x', null],
	])('is called for %s by Windows %s', (linux, windows) => {
		expect(toWindows(linux)).toBe(windows)
	})

	it('is told where Windows finds its own files', () => {
		expect(wsl?.windowsPath('/home/ada/.fairlead')).toBe(
			'\\\\wsl.localhost\\Ubuntu\\home\\ada\\.fairlead',
		)
		expect(wsl?.windowsPath('/mnt/c/x')).toBe('C:\\x')
	})

	it.each([
		['everything in Linux', '/home/ada/.fairlead', ['/home/ada/Maze'], 'ok', null],
		[
			'Unity on Windows',
			'/home/ada/.fairlead',
			['/mnt/c/Maze'],
			'warning',
			/\\\\wsl\.localhost\\Ubuntu/,
		],
		['the home folder on Windows', '/mnt/c/Users/ada/.fairlead', [], 'failed', /on Windows/],
	] as const)('is judged with %s', (_what, home, folders, status, fix) => {
		if (wsl === null) throw new Error('not WSL')
		const check = judge(wsl, home, folders)
		expect(check.status).toBe(status)
		if (fix !== null) expect(check.fix).toMatch(fix)
	})
})
