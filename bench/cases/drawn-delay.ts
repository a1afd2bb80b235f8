/** From a change of the scene to its drawing in a browser: the way of a person's own change through the editor and back. */
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/machine/chromium.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type Row, timesRow } from '../report.ts'

const DRAWN_BY_PROCESSOR = [
	'--no-sandbox',
	'--disable-gpu',
	'--use-angle=swiftshader',
	'--enable-unsafe-swiftshader',
]
/** Rounds before the first that counts: code is compiled, connections are opened. */
const WARM_UP = 5
const OBJECT = 'Floor'
/** Between two changes: an editor tells changes four times a second, and the next one would wait for that. */
const APART_MS = 700

interface Round {
	/** Milliseconds from the request until the editor's answer is on the page. */
	readonly answered: number
	/** Milliseconds from the request until the view has the change, and the frame with it is made. */
	readonly drawn: number
}

/** Hides the object and shows it again, by turns. */
const rounds = (page: Page, projectId: string, count: number): Promise<Round[]> =>
	page.evaluate(
		async ({ project, object, times, apartMs }) => {
			const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-objects]')
			if (!canvas) throw new Error('The page draws no scene.')
			const shown = () => canvas.dataset['objects']
			const seats = (await (await fetch(`${project}/seats`)).json()) as { target: string }
			const made: { answered: number; drawn: number }[] = []
			for (let n = 0; n < times; n++) {
				await new Promise((resolve) => setTimeout(resolve, apartMs))
				const before = shown()
				const drawn = new Promise<number>((resolve) => {
					const observer = new MutationObserver(() => {
						if (shown() === before) return
						observer.disconnect()
						requestAnimationFrame(() => resolve(performance.now()))
					})
					observer.observe(canvas, { attributes: true })
				})
				const began = performance.now()
				const answer = await fetch(`${project}/calls`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({
						id: `own_${crypto.randomUUID()}`,
						editorKey: seats.target,
						tool: 'unity_hierarchy',
						input: { action: 'set_active', instance_id: `/${object}`, active: n % 2 === 1 },
					}),
				})
				const { state } = (await answer.json()) as { state?: string }
				if (state !== 'done') throw new Error(`The change was not made: ${answer.status}`)
				const answered = performance.now() - began
				made.push({ answered, drawn: (await drawn) - began })
			}
			return made
		},
		{ project: `/api/projects/${projectId}`, object: OBJECT, times: count, apartMs: APART_MS },
	)

export async function drawnDelay(stack: Stack, quick: boolean): Promise<Row[]> {
	const found = await findChromium()
	if (!found.found) throw new Error(found.reason)
	const browser = await chromium.launch({ executablePath: found.path, args: DRAWN_BY_PROCESSOR })
	try {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
		const [name = '', ...value] = stack.owner.cookie.split(';')[0]?.split('=') ?? []
		await context.addCookies([{ name, value: value.join('='), url: stack.origin }])
		const page = await context.newPage()
		await page.goto(`${stack.origin}/p/${stack.projectId}`)
		await page.getByRole('treeitem', { name: OBJECT }).waitFor()
		const made = await rounds(page, stack.projectId, WARM_UP + (quick ? 6 : 40))
		const counted = made.slice(WARM_UP)
		const times = (of: keyof Round): number[] => counted.map((round) => round[of])
		return [
			timesRow("a person's change, until the editor has answered", 'ms', times('answered')),
			timesRow('the same change, until it is drawn in the browser', 'ms', times('drawn'), {
				note: `n=${counted.length}, WebGL by the processor`,
			}),
		]
	} finally {
		await browser.close()
	}
}
