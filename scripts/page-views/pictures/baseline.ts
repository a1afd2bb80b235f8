/** How each view should look: its sheet in the repository, and pictures of it to compare with. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { ROOT } from '../../paths.ts'
import { type Look, photograph } from './looks.ts'
import {
	type Cell,
	differingLooks,
	drawThumbnail,
	emptySheet,
	isSheet,
	type Sheet,
} from './sheets.ts'

const FOLDER = join(ROOT, 'test', 'e2e', 'views')
const fileOf = (view: string): string => join(FOLDER, `${view}.png`)

/** The views that have a baseline. */
export const baselines = async (): Promise<string[]> =>
	(await readdir(FOLDER)).map((file) => file.replace(/\.png$/, ''))

/** null: the view has none, or one of other looks. */
export async function readBaseline(view: string): Promise<Sheet | null> {
	const file = await readFile(fileOf(view)).catch(() => null)
	const sheet = file && PNG.sync.read(file)
	return sheet && isSheet(sheet) ? sheet : null
}

export async function writeBaseline(view: string, sheet: Sheet): Promise<void> {
	await mkdir(FOLDER, { recursive: true })
	await writeFile(fileOf(view), PNG.sync.write(sheet as PNG, { colorType: 2, deflateLevel: 9 }))
}

export const removeBaseline = (view: string): Promise<void> => rm(fileOf(view))

/** More than any view needs to come to rest. */
const MAX_ATTEMPTS = 10

export interface Photographed {
	readonly sheet: Sheet
	/** As PNG. */
	readonly pictures: ReadonlyMap<Look, Buffer>
	/** The looks that differ from the baseline, with the cells that do. */
	readonly differing: ReadonlyMap<Look, readonly Cell[]>
}

/**
 * Photographs a view until it looks as its baseline does, or has come to rest: something may still be loading.
 * @param baseline null: until it has come to rest
 */
export async function photographAtRest(page: Page, baseline: Sheet | null): Promise<Photographed> {
	let before: Sheet | null = null
	for (let attempt = 1; ; attempt++) {
		const sheet = emptySheet()
		const pictures = new Map<Look, Buffer>()
		await photograph(page, (look, picture) => {
			pictures.set(look, picture)
			drawThumbnail(sheet, look, picture)
		})
		const differing = baseline ? differingLooks(sheet, baseline) : new Map<Look, readonly Cell[]>()
		const rests = before !== null && differingLooks(sheet, before).size === 0
		if ((baseline && differing.size === 0) || rests || attempt === MAX_ATTEMPTS)
			return { sheet, pictures, differing }
		before = sheet
	}
}
