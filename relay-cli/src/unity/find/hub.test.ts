import { describe, expect, it } from 'vitest'
import { madeUpMachine } from '../test-kit.ts'
import { compareVersions, hubProjects, installedEditors } from './hub.ts'

const WINDOWS_HUB = 'C:\\Users\\ada\\AppData\\Roaming\\UnityHub'
const MAC_HUB = '/Users/ada/Library/Application Support/UnityHub'
const LINUX_HUB = '/home/ada/.config/UnityHub'
const entry = (path: string, more: object = {}) => ({ path, version: '6000.3.2f1', ...more })
const v1 = (...entries: { path: string }[]): string =>
	JSON.stringify({
		schema_version: 'v1',
		data: Object.fromEntries(entries.map((one) => [one.path, one])),
	})

describe('the list of Unity Hub', () => {
	it('is read on each system, the last opened project first', async () => {
		const files = {
			win32: {
				[`${WINDOWS_HUB}\\projects-v1.json`]: v1(
					entry('D:\\a', { lastModified: 1 }),
					entry('D:\\b', { lastModified: 2 }),
				),
			},
			darwin: {
				[`${MAC_HUB}/projects-v1.json`]: v1(
					entry('/a', { lastModified: 1 }),
					entry('/b', { lastModified: 2 }),
				),
			},
			linux: {
				'/home/ada/.config/unityhub/projects-v1.json': v1(
					entry('/a', { lastModified: 1 }),
					entry('/b', { lastModified: 2 }),
				),
			},
		} as const
		for (const platform of ['win32', 'darwin', 'linux'] as const) {
			const { projects, problems } = await hubProjects(
				madeUpMachine({ platform, files: files[platform] }),
			)
			expect(problems).toEqual([])
			expect(projects.map(({ path }) => path.at(-1))).toEqual(['b', 'a'])
		}
	})

	it('follows the folders that the environment names', async () => {
		const windows = madeUpMachine({
			platform: 'win32',
			env: { APPDATA: 'E:\\Roaming' },
			files: { 'E:\\Roaming\\UnityHub\\projects-v1.json': v1(entry('D:\\a')) },
		})
		const linux = madeUpMachine({
			platform: 'linux',
			env: { XDG_CONFIG_HOME: '/cfg' },
			files: { '/cfg/UnityHub/projects-v1.json': v1(entry('/a')) },
		})
		expect((await hubProjects(windows)).projects).toHaveLength(1)
		expect((await hubProjects(linux)).projects).toHaveLength(1)
	})

	it('is read in its older and newer forms, with a byte order mark and Unicode', async () => {
		const forms: Record<string, string> = {
			'projects-v1.json': `\uFEFF${v1(entry('/home/ada/Höhle 洞'))}`,
			'projects-v2.json': JSON.stringify({
				schema_version: 'v2',
				data: [entry('/home/ada/Höhle 洞')],
			}),
			'projects.json': JSON.stringify({ '/home/ada/Höhle 洞': { version: '2019.4.1f1' } }),
			'projects-v3.json': JSON.stringify(['/home/ada/Höhle 洞']),
		}
		for (const [name, text] of Object.entries(forms)) {
			const machine = madeUpMachine({
				platform: 'linux',
				files: { [`${LINUX_HUB}/${name}`]: text },
			})
			expect(
				(await hubProjects(machine)).projects.map(({ path }) => path),
				name,
			).toEqual(['/home/ada/Höhle 洞'])
		}
	})

	it('takes the newest form where several are left', async () => {
		const machine = madeUpMachine({
			platform: 'linux',
			files: {
				[`${LINUX_HUB}/projects-v1.json`]: v1(entry('/old')),
				[`${LINUX_HUB}/projects-v10.json`]: v1(entry('/new')),
				[`${LINUX_HUB}/projects-v2.json`]: v1(entry('/middle')),
			},
		})
		expect((await hubProjects(machine)).projects.map(({ path }) => path)).toEqual(['/new'])
	})

	it('has each folder once, however its path is written', async () => {
		const text = v1(
			entry('D:\\Games\\Höhle', { lastModified: 5 }),
			entry('d:/games/HÖHLE/', { lastModified: 9 }),
		)
		const windows = madeUpMachine({
			platform: 'win32',
			files: { [`${WINDOWS_HUB}\\projects-v1.json`]: text },
		})
		expect((await hubProjects(windows)).projects).toMatchObject([{ lastModified: 9 }])
		const linux = madeUpMachine({
			platform: 'linux',
			files: { [`${LINUX_HUB}/projects-v1.json`]: v1(entry('/a/Game'), entry('/a/game')) },
		})
		expect((await hubProjects(linux)).projects).toHaveLength(2)
	})

	it('leaves out entries that name no folder, and keeps the others', async () => {
		const text = JSON.stringify({
			data: {
				'/good': { version: 7, lastModified: 'x', title: '' },
				relative: {},
				'/n': null,
				'': {},
				'/o': 'other/relative',
			},
		})
		const machine = madeUpMachine({
			platform: 'linux',
			files: { [`${LINUX_HUB}/projects-v1.json`]: text },
		})
		expect((await hubProjects(machine)).projects).toEqual([
			{ path: '/good', title: null, version: null, lastModified: null, favorite: false },
			{ path: '/n', title: null, version: null, lastModified: null, favorite: false },
		])
	})

	it('says which file is broken or closed, and is empty without a Hub', async () => {
		const path = `${LINUX_HUB}/projects-v1.json`
		const broken = await hubProjects(
			madeUpMachine({ platform: 'linux', files: { [path]: '{"data":{' } }),
		)
		expect(broken.projects).toEqual([])
		expect(broken.problems.join()).toContain(path)
		const closed = await hubProjects(madeUpMachine({ platform: 'linux', files: { [path]: null } }))
		expect(closed.problems.join()).toContain('permission denied')
		for (const text of ['null', '7', '[]', '{}', '{"data":null}'])
			expect(
				await hubProjects(madeUpMachine({ platform: 'linux', files: { [path]: text } })),
			).toEqual({
				projects: [],
				problems: [],
				truncated: false,
			})
		expect((await hubProjects(madeUpMachine({ platform: 'linux' }))).problems).toEqual([])
	})

	it('is cut at a number of projects, and says so', async () => {
		const many = Array.from({ length: 600 }, (_, i) => entry(`/p/${i}`, { lastModified: i }))
		const machine = madeUpMachine({
			platform: 'linux',
			files: { [`${LINUX_HUB}/projects-v1.json`]: v1(...many) },
		})
		const { projects, truncated } = await hubProjects(machine)
		expect([projects.length, truncated, projects[0]?.path]).toEqual([500, true, '/p/599'])
	})
})

describe('installed editors', () => {
	it('are found in the usual folder of each system', async () => {
		const usual = {
			win32: 'C:\\Program Files\\Unity\\Hub\\Editor\\6000.3.2f1\\Editor\\Unity.exe',
			darwin: '/Applications/Unity/Hub/Editor/6000.3.2f1/Unity.app/Contents/MacOS/Unity',
			linux: '/home/ada/Unity/Hub/Editor/6000.3.2f1/Editor/Unity',
		} as const
		for (const platform of ['win32', 'darwin', 'linux'] as const) {
			const machine = madeUpMachine({ platform, files: { [usual[platform]]: '' } })
			expect((await installedEditors(machine)).editors).toEqual([
				{ version: '6000.3.2f1', path: usual[platform] },
			])
		}
	})

	it('are found in the folder that the Hub was told, and where a person located one', async () => {
		const machine = madeUpMachine({
			platform: 'win32',
			files: {
				[`${WINDOWS_HUB}\\secondaryInstallPath.json`]: '"D:\\\\Unity"',
				'D:\\Unity\\6000.10.1f1\\Editor\\Unity.exe': '',
				'D:\\Unity\\6000.9.1f1\\Editor\\Unity.exe': '',
				'D:\\Unity\\empty\\readme.txt': '',
				'D:\\Unity\\6000.1.1f1\\half-removed.txt': '',
				[`${WINDOWS_HUB}\\editors-v2.json`]: JSON.stringify({
					schema_version: 'v2',
					data: [
						{ version: '6000.4.0b3', location: ['F:\\beta\\Editor\\Unity.exe'] },
						// The same as above, written differently.
						{ version: '6000.10.1f1', location: 'd:/unity/6000.10.1f1/editor/unity.exe' },
						{ version: '6000.5.0f1', location: ['F:\\removed\\Unity.exe'] },
						{ version: 'latest', location: ['F:\\beta\\Editor\\Unity.exe'] },
						null,
					],
				}),
				'F:\\beta\\Editor\\Unity.exe': '',
			},
		})
		const { editors } = await installedEditors(machine)
		expect(editors.map(({ version }) => version)).toEqual([
			'6000.10.1f1',
			'6000.9.1f1',
			'6000.4.0b3',
		])
	})

	it('are read from older Hubs, and a bundle counts as its program', async () => {
		const machine = madeUpMachine({
			platform: 'darwin',
			files: {
				[`${MAC_HUB}/editors.json`]: JSON.stringify({
					'2019.4.1f1': { version: '2019.4.1f1', location: ['/Volumes/x/Unity.app'], manual: true },
				}),
				'/Volumes/x/Unity.app/Contents/MacOS/Unity': '',
			},
		})
		expect((await installedEditors(machine)).editors).toEqual([
			{ version: '2019.4.1f1', path: '/Volumes/x/Unity.app/Contents/MacOS/Unity' },
		])
	})

	it('are found although one of the files is broken, which is said', async () => {
		const machine = madeUpMachine({
			platform: 'linux',
			files: {
				'/home/ada/Unity/Hub/Editor/6000.3.2f1/Editor/Unity': '',
				[`${LINUX_HUB}/editors-v2.json`]: '{',
				[`${LINUX_HUB}/secondaryInstallPath.json`]: 'D:\\not json',
			},
		})
		const { editors, problems } = await installedEditors(machine)
		expect(editors).toHaveLength(1)
		expect(problems).toHaveLength(2)
	})
})

it('versions are compared by number', () => {
	const sorted = ['6000.10.1f1', '6000.9.3f1', '2022.3.50f1', '6000.9.3f2'].sort(compareVersions)
	expect(sorted).toEqual(['2022.3.50f1', '6000.9.3f1', '6000.9.3f2', '6000.10.1f1'])
})
