/** The report on a view that does not look as its baseline does: pictures for a person, and a sentence that names them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PNG } from 'pngjs'
import { ROOT, STATE_DIR } from '../../paths.ts'
import type { Photographed } from './baseline.ts'
import { type Look, nameOf } from './looks.ts'
import { CELL_PIXELS, type Cell, cellsOf, colourOf, type Sheet } from './sheets.ts'

const FOLDER = join(STATE_DIR, 'views')
const MARK = [255, 0, 80] as const

/** Calls back with the first byte of each pixel of a cell, as far as it is in the picture. */
function eachPixel({ width, height }: PNG, { column, row }: Cell, paint: (at: number) => void) {
	const [left, top] = [column * CELL_PIXELS, row * CELL_PIXELS]
	for (let y = top; y < Math.min(top + CELL_PIXELS, height); y++)
		for (let x = left; x < Math.min(left + CELL_PIXELS, width); x++) paint((y * width + x) * 4)
}

/** A thumbnail in the size of the window. */
function enlarged(sheet: Sheet, look: Look, { width, height }: PNG): PNG {
	const made = new PNG({ width, height })
	made.data.fill(255)
	for (const cell of cellsOf(look)) {
		const colour = colourOf(sheet, look, cell)
		eachPixel(made, cell, (at) => made.data.set(colour, at))
	}
	return made
}

/** Tints cells. */
function mark(picture: PNG, cells: readonly Cell[]): PNG {
	const { data } = picture
	for (const cell of cells)
		eachPixel(picture, cell, (at) => {
			for (const [channel, value] of MARK.entries())
				data[at + channel] = ((data[at + channel] ?? 0) + value) / 2
		})
	return picture
}

/** Writes, for each look that differs, the picture, the baseline and the picture with the differing cells marked. */
export async function reportDifference(
	view: string,
	baseline: Sheet,
	{ pictures, differing }: Photographed,
): Promise<string> {
	await mkdir(FOLDER, { recursive: true })
	const lines: string[] = []
	for (const [look, cells] of differing) {
		const picture = pictures.get(look)
		if (!picture) continue
		const drawn = PNG.sync.read(picture)
		const stem = join(FOLDER, `${view}-${nameOf(look)}`)
		await writeFile(`${stem}.png`, picture)
		await writeFile(`${stem}.baseline.png`, PNG.sync.write(enlarged(baseline, look, drawn)))
		await writeFile(`${stem}.differs.png`, PNG.sync.write(mark(drawn, cells)))
		const all = cellsOf(look).length
		const file = relative(ROOT, stem)
		lines.push(
			`${look.width} px, ${look.theme}: ${cells.length} of ${all} cells, in ${file}{.png,.baseline.png,.differs.png}`,
		)
	}
	return [
		`The view "${view}" does not look as its baseline does:`,
		...lines,
		`If this is how it should look: npm run screenshots -- --accept ${view}`,
	].join('\n')
}
