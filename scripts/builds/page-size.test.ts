import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureRoutes, tooLarge } from './page-size.ts'

let dist: string
beforeEach(async () => {
	dist = await mkdtemp(join(tmpdir(), 'fairlead-size-'))
	await mkdir(join(dist, 'assets'))
	await writeFile(
		join(dist, 'index.html'),
		'<script type="module" crossorigin src="/assets/index-AAAAAAAA.js"></script>',
	)
	await asset(
		'index-AAAAAAAA.js',
		'import{a}from"./shared-BBBBBBBB.js";const p=()=>import("./project-CCCCCCCC.js");',
	)
	await asset('shared-BBBBBBBB.js', 'export const a=1;')
	await asset(
		'project-CCCCCCCC.js',
		'import"./shared-BBBBBBBB.js";import{b as c}from"./heavy-DDDDDDDD.js";import("./later-EEEEEEEE.js")',
	)
	await asset('project-FFFFFFFF.css', 'a{}')
	await asset('heavy-DDDDDDDD.js', `export const b="${randomBytes(50_000).toString('base64')}"`)
	await asset('later-EEEEEEEE.js', `"${randomBytes(90_000).toString('base64')}"`)
})
afterEach(() => rm(dist, { recursive: true }))

const asset = (name: string, content: string) => writeFile(join(dist, 'assets', name), content)
const project = { path: '/p', chunks: ['project'], aimKb: 60 }

test('a route counts its static imports, once each, without lazy ones', async () => {
	const [size] = await measureRoutes(dist, [project])
	expect(size?.files.map(({ name }) => name).sort()).toEqual([
		'heavy-DDDDDDDD.js',
		'index-AAAAAAAA.js',
		'project-CCCCCCCC.js',
		'project-FFFFFFFF.css',
		'shared-BBBBBBBB.js',
	])
	expect(tooLarge([size as never])).toEqual({ refused: [], tolerated: [] })
})

test('a route far over its aim is refused, and named with its largest file', async () => {
	const sizes = await measureRoutes(dist, [{ ...project, aimKb: 40 }])
	expect(tooLarge(sizes)).toEqual({
		refused: [expect.stringMatching(/^\/p loads 5\d\.\d KB.*heavy-DDDDDDDD\.js/)],
		tolerated: [],
	})
})

test('a route just over its aim is tolerated: two changes that fit alone must fit together', async () => {
	const [size] = await measureRoutes(dist, [project])
	const { kb = 0 } = size ?? {}
	const sizes = await measureRoutes(dist, [{ ...project, aimKb: kb / 1.01 }])
	expect(tooLarge(sizes)).toEqual({ refused: [], tolerated: [expect.stringMatching(/^\/p loads/)] })
})

test('a route over its limit is refused, also just over its aim', async () => {
	const [size] = await measureRoutes(dist, [project])
	const { kb = 0 } = size ?? {}
	const over = { ...project, aimKb: kb / 1.01, limitKb: kb - 0.001 }
	expect(tooLarge(await measureRoutes(dist, [over])).refused).toHaveLength(1)
	expect(tooLarge(await measureRoutes(dist, [{ ...over, limitKb: kb }])).refused).toEqual([])
})

test('a chunk that is missing from the build is an error', async () => {
	await expect(measureRoutes(dist, [{ ...project, chunks: ['gone'] }])).rejects.toThrow('gone')
})
