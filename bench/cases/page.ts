/** The cost of each route on a slow computer: size, time until it is painted, blocked time, and late frames of a long answer. */
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { measureRoutes, ROUTES } from '../../scripts/builds/page-size.ts'
import { findChromium } from '../../scripts/machine/chromium.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import type { ModelServer } from '../model-server.ts'
import type { Row, Section } from '../report.ts'
import { median } from '../stats.ts'

/** A processor so many times as slow. */
const SLOWDOWN = 4
const AIM_LCP_MS = 2_000
const AIM_TBT_MS = 300
const AIM_LATE_PERCENT = 5
/** After the page is loaded: what comes later blocks nobody who waits for it. */
const SETTLE_MS = 3_000
const DELTAS = 1_200
const PACE_MS = 5
const IDLE_MS = 4_000
/** A frame of 60 a second that came later than half of the next one. */
const LATE_FRAME_MS = 25

interface Painted {
	readonly lcpMs: number
	readonly tbtMs: number
}

/** Runs in the page before anything of it does. */
function watch(): void {
	const seen = { lcp: 0, fcp: 0, long: [] as { at: number; ms: number }[] }
	Object.assign(globalThis, { __paint: seen })
	const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
		new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
			type,
			buffered: true,
		})
	observe('largest-contentful-paint', (entry) => {
		seen.lcp = entry.startTime
	})
	observe('paint', (entry) => {
		if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
	})
	observe('longtask', (entry) => seen.long.push({ at: entry.startTime, ms: entry.duration }))
}

async function slowPage(context: BrowserContext): Promise<Page> {
	const page = await context.newPage()
	await page.addInitScript(watch)
	const session = await context.newCDPSession(page)
	await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
	return page
}

/** A browser that has loaded nothing yet. @param cookie of the owner; null: nobody is signed in */
async function contextOf(
	browser: Browser,
	url: string,
	cookie: string | null,
): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
	const [name = '', ...value] = (cookie ?? '').split(';')[0]?.split('=') ?? []
	// With its path, the address would limit the cookie to that path.
	const { origin } = new URL(url)
	if (name !== '') await context.addCookies([{ name, value: value.join('='), url: origin }])
	return context
}

/** Opens the address with nothing cached. */
async function paint(browser: Browser, url: string, cookie: string | null): Promise<Painted> {
	const context = await contextOf(browser, url, cookie)
	try {
		const page = await slowPage(context)
		await page.goto(url, { waitUntil: 'load' })
		await page.waitForTimeout(SETTLE_MS)
		return await page.evaluate(() => {
			const { lcp, fcp, long } = (
				globalThis as unknown as {
					__paint: { lcp: number; fcp: number; long: { at: number; ms: number }[] }
				}
			).__paint
			const blocked = long
				.filter(({ at, ms }) => at + ms > fcp)
				.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0)
			return { lcpMs: lcp, tbtMs: blocked }
		})
	} finally {
		await context.close()
	}
}

/** Counts frames until the answer is complete or, without one, for {@link IDLE_MS}. In percent. */
const lateShare = (page: Page, streaming: boolean): Promise<number> =>
	page.evaluate(
		({ limit, idleMs }) =>
			new Promise<number>((resolve) => {
				let frames = 0
				let slow = 0
				const began = performance.now()
				let before = began
				const frame = (now: number) => {
					frames++
					if (now - before > limit) slow++
					before = now
					const ended =
						idleMs === null
							? document.querySelector('button[aria-label="Send"]') !== null
							: now - began > idleMs
					if (ended) resolve((100 * slow) / frames)
					else requestAnimationFrame(frame)
				}
				requestAnimationFrame(frame)
			}),
		{ limit: LATE_FRAME_MS, idleMs: streaming ? null : IDLE_MS },
	)

interface LateFrames {
	/** An empty document's: the cost of the machine and the browser. */
	readonly blank: number
	/** The conversation's, before anything streams. */
	readonly idle: number
	readonly streaming: number
}

/** Shares of frames that came late, in percent. */
async function lateFrames(browser: Browser, url: string, cookie: string): Promise<LateFrames> {
	const context = await contextOf(browser, url, cookie)
	try {
		const page = await slowPage(context)
		const blank = await lateShare(page, false)
		await page.goto(url)
		const box = page.getByRole('textbox', { name: 'Message', exact: true })
		await box.waitFor()
		await page.waitForTimeout(SETTLE_MS)
		const idle = await lateShare(page, false)
		await box.fill('go')
		await box.press('Enter')
		await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
		const streaming = await lateShare(page, true)
		return { blank, idle, streaming }
	} finally {
		await context.close()
	}
}

/** A conversation with an answer in it. */
async function spokenIn(stack: Stack): Promise<string> {
	const headers = {
		cookie: stack.owner.cookie,
		origin: stack.origin,
		'content-type': 'application/json',
	}
	const created = await fetch(`${stack.origin}/api/projects/${stack.projectId}/conversations`, {
		method: 'POST',
		headers,
		body: JSON.stringify({ model: 'anthropic/claude-bench' }),
	})
	const { id } = (await created.json()) as { id: string }
	const answer = await fetch(`${stack.origin}/api/conversations/${id}/messages`, {
		method: 'POST',
		headers,
		body: JSON.stringify({
			model: 'anthropic/claude-bench',
			message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'go' }] },
		}),
	})
	await answer.text()
	return id
}

/** The others' sizes are checked by `npm run build`. */
const QUICK_ROUTES: ReadonlySet<string> = new Set(['/', '/p/:project/c/:conversation'])

export async function page(stack: Stack, server: ModelServer, quick: boolean): Promise<Section> {
	const found = await findChromium()
	if (!found.found) throw new Error(found.reason)
	const rounds = quick ? 1 : 5
	server.set({ deltas: 400, paceMs: 0, prose: true })
	const conversation = await spokenIn(stack)
	const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
	const rows: Row[] = []
	try {
		const sizes = await measureRoutes(join(ROOT, 'web', 'dist'), ROUTES)
		for (const route of quick ? sizes.filter(({ path }) => QUICK_ROUTES.has(path)) : sizes) {
			const path = route.path
				.replace(':project', stack.projectId)
				.replace(':conversation', conversation)
			const signedIn = !['/setup', '/sign-in'].includes(path)
			const seen: Painted[] = []
			for (let round = 0; round < rounds; round++) {
				seen.push(await paint(browser, stack.origin + path, signedIn ? stack.owner.cookie : null))
			}
			const lcp = median(seen.map(({ lcpMs }) => lcpMs))
			const tbt = median(seen.map(({ tbtMs }) => tbtMs))
			rows.push(
				{
					what: `${route.path}: code and styles, gzip`,
					value: Math.round(route.kb * 10) / 10,
					unit: 'KB',
					aim: `≤ ${route.aimKb}`,
					met: route.kb <= route.aimKb,
				},
				{
					what: `${route.path}: largest paint`,
					value: Math.round(lcp),
					unit: 'ms',
					aim: `≤ ${AIM_LCP_MS}`,
					met: lcp <= AIM_LCP_MS,
					note: `median of ${rounds}`,
				},
				{
					what: `${route.path}: blocked`,
					value: Math.round(tbt),
					unit: 'ms',
					aim: `≤ ${AIM_TBT_MS}`,
					met: tbt <= AIM_TBT_MS,
				},
			)
		}
		server.set({ deltas: DELTAS, paceMs: PACE_MS, prose: true })
		const url = `${stack.origin}/p/${stack.projectId}/c/${conversation}`
		const late: LateFrames[] = []
		for (let round = 0; round < (quick ? 1 : 3); round++) {
			late.push(await lateFrames(browser, url, stack.owner.cookie))
		}
		const share = (of: keyof LateFrames): number => median(late.map((one) => one[of]))
		const rounded = (value: number): number => Math.round(value * 10) / 10
		rows.push(
			{
				what: 'frames late on an empty document',
				value: rounded(share('blank')),
				unit: '%',
				note: `later than ${LATE_FRAME_MS} ms after the one before`,
			},
			{ what: 'frames late with nothing streaming', value: rounded(share('idle')), unit: '%' },
			{
				what: `frames late while ${DELTAS.toLocaleString('en')} deltas stream, one every ${PACE_MS} ms`,
				value: rounded(share('streaming')),
				unit: '%',
				aim: `< ${AIM_LATE_PERCENT}`,
				met: share('streaming') < AIM_LATE_PERCENT,
			},
		)
	} finally {
		await browser.close()
	}
	return { title: `The page, with a processor slowed ${SLOWDOWN}×`, rows }
}
