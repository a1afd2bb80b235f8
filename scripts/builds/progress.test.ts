/** A first start that builds for minutes says that it lives. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stageOf, withProgress } from './progress.ts'

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	vi.useRealTimers()
})

test('a build says what is built, for how long and how far, until it is done', async () => {
	const said: string[] = []
	const done = Promise.withResolvers<string>()
	const work = withProgress(
		(text) => said.push(text),
		({ begin, at }) => {
			begin('Building the C# editor')
			setTimeout(() => at('Fairlead.Core is built'), 20_000)
			return done.promise
		},
	)
	await vi.advanceTimersByTimeAsync(31_000)
	expect(said).toEqual([
		'Building the C# editor',
		'Building the C# editor: 15 s',
		'Building the C# editor: 30 s, Fairlead.Core is built',
	])
	done.resolve('built')
	expect(await work).toBe('built')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(said).toHaveLength(3)
})

test('a build that is up to date says nothing, and a failure ends the words too', async () => {
	const said: string[] = []
	await withProgress(
		(text) => said.push(text),
		async () => undefined,
	)
	const failing = withProgress(
		(text) => said.push(text),
		async ({ begin }) => {
			begin('Building')
			throw new Error('no')
		},
	)
	await expect(failing).rejects.toThrow('no')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(said).toEqual(['Building'])
})

test.each([
	['  Determining projects to restore...', 'downloading packages'],
	['  Restored /clone/Core/Fairlead.Core.csproj (in 2.1 sec).', 'packages are there, compiling'],
	['  Fairlead.Core -> /clone/artifacts/Fairlead.Core.dll\r', 'Fairlead.Core is built'],
	['  Fairlead.Host -> C:\\clone\\Fairlead.Host.dll', 'Fairlead.Host is built'],
	['Build succeeded.', null],
	['/clone/A.cs(3,1): warning CS0168: a -> b', null],
])('dotnet says %j', (line, stage) => {
	expect(stageOf(line)).toBe(stage)
})
