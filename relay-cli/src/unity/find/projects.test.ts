import { describe, expect, it } from 'vitest'
import { OUR_PACKAGE } from '../package/manifest.ts'
import { type MadeUp, madeUpMachine } from '../test-kit.ts'
import { listProjects } from './projects.ts'

const WINDOWS_HUB = 'C:\\Users\\ada\\AppData\\Roaming\\UnityHub'
const manifest = (source: string | null): string =>
	JSON.stringify({ dependencies: source === null ? {} : { [OUR_PACKAGE]: source } })

/** A project's files below a folder, with the system's separator. */
function project(
	folder: string,
	version: string | null,
	source: string | null,
): Record<string, string> {
	const sep = folder.includes('\\') ? '\\' : '/'
	const at = (...parts: string[]): string => [folder, ...parts].join(sep)
	return {
		[at('Assets', 'a.cs')]: '',
		...(version === null
			? { [at('ProjectSettings', 'x.asset')]: '' }
			: {
					[at('ProjectSettings', 'ProjectVersion.txt')]:
						`m_EditorVersion: ${version}\r\nm_EditorVersionWithRevision: ${version} (1234)\r\n`,
				}),
		[at('Packages', 'manifest.json')]: manifest(source),
	}
}

it('the projects of a whole Windows computer, with what each still needs', async () => {
	const made: MadeUp = {
		platform: 'win32',
		files: {
			[`${WINDOWS_HUB}\\projects-v1.json`]: JSON.stringify({
				schema_version: 'v1',
				data: {
					'D:\\Spiele\\Höhle': {
						path: 'D:\\Spiele\\Höhle',
						lastModified: 30,
						version: '6000.3.1f1',
					},
					'd:\\spiele\\höhle\\': { path: 'd:\\spiele\\höhle\\', lastModified: 10 },
					'D:\\Spiele\\Alt': { path: 'D:\\Spiele\\Alt', lastModified: 20, version: '2022.3.50f1' },
					'E:\\weg': { path: 'E:\\weg', lastModified: 5, version: '6000.3.2f1' },
				},
			}),
			...project('D:\\Spiele\\Höhle', '6000.3.2f1', 'file:C:/fairlead/unity-package'),
			'D:\\Spiele\\Höhle\\Temp\\UnityLockfile': '',
			...project('D:\\Spiele\\Alt', null, null),
			'D:\\Spiele\\Alt\\Packages\\manifest.json': '{ broken',
			'C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.2f1\\Editor\\Unity.exe': '',
		},
		processes: [
			{
				pid: 41,
				command: [
					'C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.2f1\\Editor\\Unity.exe',
					'-projectpath',
					'd:\\spiele\\höhle',
				],
			},
		],
	}
	const { projects } = await listProjects(madeUpMachine(made))
	expect(projects).toMatchObject([
		{
			name: 'Höhle',
			// The project's own version, not what the Hub noted.
			version: '6000.3.2f1',
			editor: 'C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.2f1\\Editor\\Unity.exe',
			package: { kind: 'listed', source: 'file:C:/fairlead/unity-package' },
			open: { kind: 'open', pid: 41 },
			lastOpened: 30,
		},
		{
			name: 'Alt',
			version: '2022.3.50f1',
			editor: null,
			package: { kind: 'unknown' },
			open: { kind: 'closed' },
		},
		{ name: 'weg', folder: 'missing', package: { kind: 'absent' } },
	])
})

it('a project has the same id each time, and each folder another', async () => {
	const files = { ...project('/g/a', '6000.3.2f1', null), ...project('/g/b', '6000.3.2f1', null) }
	const ids = async () =>
		(
			await listProjects(madeUpMachine({ platform: 'linux', files }), { roots: ['/g'] })
		).projects.map(({ id }) => id)
	const first = await ids()
	expect(new Set(first).size).toBe(2)
	expect(await ids()).toEqual(first)
})

it('an embedded package counts, whatever its folder is called', async () => {
	const files = {
		...project('/g/a', '6000.3.2f1', null),
		'/g/a/Packages/my-copy/package.json': `\uFEFF{"name":"${OUR_PACKAGE}"}`,
		'/g/a/Packages/other/package.json': '{',
	}
	const { projects } = await listProjects(madeUpMachine({ platform: 'linux', files }), {
		known: ['/g/a'],
	})
	expect(projects[0]?.package).toEqual({ kind: 'embedded' })
})

describe('a scan of given roots', () => {
	it('finds projects, not their insides, and follows no links', async () => {
		const files = {
			...project('/w/client/game', '6000.3.2f1', null),
			...project('/w/client/game/Library/copy', '6000.3.2f1', null),
			...project('/w/.hidden/game', '6000.3.2f1', null),
			...project('/w/node_modules/game', '6000.3.2f1', null),
			...project('/w/tool', '6000.3.2f1', null),
		}
		const machine = madeUpMachine({ platform: 'linux', files, links: { '/w/loop': '/w' } })
		const { projects, problems } = await listProjects(machine, { roots: ['/w', '/nowhere'] })
		expect(projects.map(({ path }) => path)).toEqual(['/w/client/game', '/w/tool'])
		expect(problems).toEqual(['/nowhere is not a folder.'])
	})

	it('ends at its bounds, and says so', async () => {
		const folders = Array.from({ length: 25_000 }, (_, i) => `/w/${i}`)
		const machine = madeUpMachine({ platform: 'linux', folders })
		const { problems } = await listProjects(machine, { roots: ['/w'] })
		expect(problems.join()).toContain('20000 folders')
		expect(machine.asked.folders).toBeLessThan(20_100)
	})

	it('does not go deeper than a project is put', async () => {
		const deep = '/w/1/2/3/4/5/6/7'
		const machine = madeUpMachine({ platform: 'linux', files: project(deep, '6000.3.2f1', null) })
		expect((await listProjects(machine, { roots: ['/w'] })).projects).toEqual([])
		expect((await listProjects(machine, { roots: ['/w/1'] })).projects).toHaveLength(1)
	})
})
