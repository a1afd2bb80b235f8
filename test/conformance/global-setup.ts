/** Builds the headless host before the suite runs against the C# package. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EDITOR, HOST_PROJECT } from './kit/editor-process.ts'

export default async function setup(): Promise<void> {
	if (EDITOR !== 'dotnet') return
	const build = spawn(
		'dotnet',
		['build', HOST_PROJECT, '-v', 'q', '--nologo', '--disable-build-servers', '-nodeReuse:false'],
		{ stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true },
	)
	const [code] = (await once(build, 'close')) as [number | null]
	if (code !== 0) throw new Error('The headless host of the Unity package does not build.')
}
