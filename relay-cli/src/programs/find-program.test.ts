import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findProgram, shellFor } from './find-program.ts'
import { place, script, useCommands } from './test-kit.ts'

useCommands()

it.skipIf(process.platform === 'win32')('a path begins in the working folder', () => {
	for (const name of ['build.sh', 'Tools/build.sh']) {
		script(name, '#!/bin/sh\n')
		chmodSync(join(place.project, name), 0o755)
	}
	const fileIn = (within?: string) => findProgram(place.project, ['./build.sh'], {}, within).file
	expect(fileIn()).toBe(join(place.project, 'build.sh'))
	expect(fileIn('Tools')).toBe(join(place.project, 'Tools', 'build.sh'))
	expect(() => findProgram(place.project, ['../../x'], {}, 'Tools')).toThrow(/outside|project/i)
})

it('a program of Windows is found by its ending also if PATHEXT ends with a semicolon', () => {
	const windows = { platform: 'win32', isProgram: (path: string) => path === '/npm.cmd' } as const
	const { args } = findProgram('/', ['/npm'], { PATHEXT: '.EXE;.CMD;' }, '.', windows)
	expect(args.at(-1)).toBe('""/npm.cmd""')
})

it('a NUL in a shell line is refused', () => {
	expect(() => shellFor('echo a\0b', {})).toThrow('NUL')
})
