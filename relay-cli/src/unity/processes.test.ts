import { describe, expect, it } from 'vitest'
import {
	isSamePath,
	parseCim,
	parseCmdline,
	parsePs,
	unityProcesses,
	windowsArguments,
} from './processes.ts'

describe('an editor is found in the process list', () => {
	it('of macOS, where nothing says where an argument ends', () => {
		const list = parsePs(
			[
				'  501 /Applications/Unity Hub.app/Contents/MacOS/Unity Hub',
				'  502 /Applications/Unity/Hub/Editor/6000.3.2f1/Unity.app/Contents/MacOS/Unity -projectpath /Users/ada/My Game -useHub -hubIPC -accessToken s3cret',
				'  503 /Applications/Unity/Hub/Editor/6000.3.2f1/Unity.app/Contents/MacOS/Unity -adb2 -batchMode -noUpm -name AssetImportWorker0 -projectpath /Users/ada/My Game',
				'  504 /usr/bin/vim Unity -projectpath /Users/ada/My Game',
				'  505 /Applications/Unity/Hub/Editor/6000.3.2f1/Unity.app/Contents/MacOS/Unity',
				'',
			].join('\n'),
		)
		const found = unityProcesses(list)
		expect(found.map(({ pid }) => pid)).toEqual([502, 505])
		expect(found[0]?.projectPaths[0]).toBe('/Users/ada/My Game')
		expect(found[1]?.projectPaths).toEqual([])
	})

	it('of macOS, with a folder whose name looks like an option among the readings', () => {
		const [found] = unityProcesses(
			parsePs(
				'7 /Applications/Unity/Unity.app/Contents/MacOS/Unity -projectPath /Users/ada/Old -copy of it -useHub',
			),
		)
		expect(found?.projectPaths).toContain('/Users/ada/Old -copy of it')
	})

	it('of Windows, also one process alone, and one of another user', () => {
		const game = {
			ProcessId: 12,
			CommandLine:
				'"C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.2f1\\Editor\\Unity.exe" -projectpath "D:\\Spiele\\Höhle \\" -batchmode',
		}
		expect(unityProcesses(parseCim(JSON.stringify(game)))).toEqual([
			{ pid: 12, batch: false, projectPaths: ['D:\\Spiele\\Höhle " -batchmode'] },
		])
		const usual = {
			...game,
			CommandLine: '"C:\\Unity\\Unity.exe" -batchmode -projectPath "D:\\My Game"',
		}
		const other = { ProcessId: 13, CommandLine: null }
		expect(unityProcesses(parseCim(`\uFEFF${JSON.stringify([usual, other])}`))).toEqual([
			{ pid: 12, batch: true, projectPaths: ['D:\\My Game'] },
			{ pid: 13, batch: false, projectPaths: [] },
		])
		expect(parseCim('\r\n')).toEqual([])
	})

	it('of Linux', () => {
		const command = parseCmdline(
			'/home/ada/Unity/Hub/Editor/6000.3.2f1/Editor/Unity\0-projectPath\0/home/ada/My Game\0-useHub\0',
		)
		const other = parseCmdline('/usr/bin/unityhub\0-projectPath\0/home/ada/My Game\0')
		expect(
			unityProcesses([
				{ pid: 1, command },
				{ pid: 2, command: other },
			]),
		).toEqual([{ pid: 1, batch: false, projectPaths: ['/home/ada/My Game'] }])
	})
})

it('a Windows command line is read as Windows reads it', () => {
	expect(windowsArguments('a "b c" d\\"e "f\\\\" ""  g')).toEqual([
		'a',
		'b c',
		'd"e',
		'f\\',
		'',
		'g',
	])
})

it('two spellings of a path are one, where the system has them as one', () => {
	expect(isSamePath('D:\\Games\\Höhle\\', 'd:/games/HÖHLE', 'win32')).toBe(true)
	// macOS stores "ö" as two characters.
	expect(isSamePath('/Users/ada/Ho\u0308hle', '/users/ada/H\u00F6hle/', 'darwin')).toBe(true)
	expect(isSamePath('/home/ada/Game', '/home/ada/game', 'linux')).toBe(false)
})
