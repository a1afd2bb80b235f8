/** Which folders may be linked. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { isMountRoot, linkableFolder, partOfProject, refusalOf } from './linkable-folder.ts'

const HOMES = { user: '/home/ada', fairlead: '/home/ada/.fairlead' }
/** One number per path; `also` are other paths of folders that have one. */
const numbered =
	(also: Record<string, string> = {}) =>
	(path: string) => {
		const name = also[path] ?? path
		return { device: 1n, file: BigInt(`0x${Buffer.from(name).toString('hex')}`) }
	}
const refused = (path: string, also?: Record<string, string>) =>
	refusalOf(path, HOMES, numbered(also))

describe.skipIf(process.platform === 'win32')('a folder that may not be linked', () => {
	it.each([
		['/', 'whole disk'],
		['/home', 'holds Fairlead'],
		['/home/ada', 'holds Fairlead'],
		['/home/ada/.fairlead/x', 'holds Fairlead'],
		['/home/ada/.config/app', '.config'],
		['/home/ada/work/.secrets/app', '.secrets'],
	])('%s', (path, why) => expect(refused(path)).toContain(why))

	it('is found by any path that leads to it', () => {
		const elsewhere = { user: '/home/ada', fairlead: '/var/fairlead' }
		const by = (path: string, also: Record<string, string>) =>
			refusalOf(path, elsewhere, numbered(also))
		expect(by('/data/ada', { '/data/ada': '/home/ada' })).toContain('is your home folder')
		expect(by('/data/homes', { '/data/homes': '/home' })).toContain('contains your home folder')
		expect(by('/data/f/x', { '/data/f': '/var/fairlead' })).toContain("Fairlead's own")
		expect(by('/data/site', {})).toBeNull()
	})

	it('is a disk that is mounted there, and no single folder that is', () => {
		const table = [
			'25 1 8:1 / / rw - ext4 /dev/sda1 rw',
			'90 25 0:60 / /mnt/c rw,noatime - 9p C:\\134 rw',
			'91 25 8:17 / /mnt/my\\040disk rw - ext4 /dev/sdb1 rw',
			'92 25 8:1 /home/ada/site /workspaces/site rw - ext4 /dev/sda1 rw',
		].join('\n')
		const at = (path: string) => isMountRoot(path, table, numbered())
		expect(['/mnt/c', '/mnt/my disk'].map(at)).toEqual([true, true])
		expect(['/mnt/c/site', '/workspaces/site', '/srv'].map(at)).toEqual([false, false, false])
		const volumes = (path: string) => ({ device: path === '/Volumes' ? 1n : 2n, file: 7n })
		expect(isMountRoot('/Volumes/Work', null, volumes)).toBe(true)
		expect(isMountRoot('/Volumes/Work/site', null, volumes)).toBe(false)
	})

	it('is a part of a Unity project, which is named', () => {
		const isProject = (path: string) => path === '/srv/game'
		expect(partOfProject('/srv/game/Assets/Web', isProject)).toContain('/srv/game.')
		expect(partOfProject('/srv/game', isProject)).toBeNull()
		expect(partOfProject('/srv/site', isProject)).toBeNull()
	})
})

it('a folder with a clone in it is linked; what npm start keeps there is not, but for its demo project', async () => {
	const cleanups = new Cleanups()
	try {
		const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
		const state = join(path, 'fairlead', '.fairlead')
		for (const part of ['Assets', 'ProjectSettings'])
			mkdirSync(join(state, 'demo-project', part), { recursive: true })
		mkdirSync(join(state, 'home', 'logs'), { recursive: true })
		writeFileSync(join(state, 'setup-token'), 'token')
		for (const folder of [path, join(path, 'fairlead'), join(state, 'demo-project')])
			expect(await linkableFolder(folder)).toBe(folder)
		for (const folder of [state, join(state, 'home'), join(state, 'home', 'logs')])
			await expect(linkableFolder(folder)).rejects.toThrow("Fairlead's own files")
	} finally {
		await cleanups.run()
	}
})

it('a file is called a file', async () => {
	const cleanups = new Cleanups()
	try {
		const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
		writeFileSync(join(path, 'notes.txt'), '')
		const link = (name: string) => linkableFolder(join(path, name))
		await expect(link('notes.txt')).rejects.toThrow(
			`${join(path, 'notes.txt')} is a file, not a folder. Specify the folder of one project.`,
		)
		await expect(link('none')).rejects.toThrow('does not exist')
	} finally {
		await cleanups.run()
	}
})

it('a Unity project is linked, and nothing below it', async () => {
	const cleanups = new Cleanups()
	try {
		const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
		for (const part of ['Assets', 'ProjectSettings', 'Server'])
			mkdirSync(join(path, 'game', part), { recursive: true })
		expect(await linkableFolder(join(path, 'game'))).toMatch(/game$/)
		await expect(linkableFolder(join(path, 'game', 'Server'))).rejects.toThrow(/part of the Unity/)
	} finally {
		await cleanups.run()
	}
})
