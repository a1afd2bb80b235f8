import { expect, test } from 'vitest'
import { DialogHistory, type HistoryWindow } from './dialog-history.ts'

const ORIGIN = 'https://fairlead.example'

/** A tab's history, whose steps take place later, as in a browser. */
class Tab implements HistoryWindow {
	readonly location = { href: `${ORIGIN}/start` }
	readonly scrollX = 0
	scrollY = 0
	readonly history: HistoryWindow['history']
	#entries: { state: unknown; url: string }[] = [{ state: { idx: 0 }, url: `${ORIGIN}/start` }]
	#at = 0
	#steps: number[] = []
	#popped: () => void = () => undefined

	constructor() {
		const tab = this
		this.history = {
			get state() {
				return tab.#entries[tab.#at]?.state ?? null
			},
			pushState(state, _, url) {
				tab.#entries.splice(tab.#at + 1)
				tab.#at++
				tab.#write(state, url)
			},
			replaceState: (state, _, url) => tab.#write(state, url),
			go: (delta) => tab.#steps.push(delta ?? 0),
		}
	}

	scrollTo({ top = 0 }: ScrollToOptions): void {
		this.scrollY = top
	}

	addEventListener(_: 'popstate', popped: () => void): void {
		this.#popped = popped
	}

	/** The person's step, and all that follow from it. */
	async go(delta: number): Promise<void> {
		this.#steps.push(delta)
		await this.settled()
	}

	async settled(): Promise<void> {
		await null
		for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
			const at = this.#at + step
			if (at < 0 || at >= this.#entries.length) continue
			this.#at = at
			this.location.href = this.#entries[at]?.url ?? ''
			this.scrollY = 0
			this.#popped()
			await null
		}
	}

	/** The addresses, the current one in brackets, without those to which only Forward leads. */
	get entries(): string {
		const before = this.#entries.slice(0, this.#at).map(({ url }) => `${url} `)
		return `${before.join('')}[${this.location.href}]`.replaceAll(ORIGIN, '')
	}

	#write(state: unknown, url?: string | URL | null): void {
		if (url != null) this.location.href = `${url}`
		this.#entries[this.#at] = { state, url: this.location.href }
	}
}

/** A page with dialogs. */
function open(tab = new Tab()) {
	const dialogs = new DialogHistory(tab)
	const shown: string[] = []
	let key = 0
	const go = (how: 'push' | 'replace', to: string) => {
		const url = new URL(to, ORIGIN)
		const write = (now: 'push' | 'replace') => {
			const idx = (tab.history.state.idx ?? 0) + (now === 'push' ? 1 : 0)
			tab.history[`${now}State`]({ idx, key: `${key++}` }, '', url)
		}
		dialogs.navigate(how, write, url.pathname)
	}
	const dialog = (name: string, onClose = () => {}) => {
		shown.push(name)
		const closed = dialogs.opened(() => close())
		const close = () => {
			shown.splice(shown.indexOf(name), 1)
			closed()
			onClose()
		}
		return close
	}
	return { tab, dialogs, shown, go, dialog }
}

test('Back closes one dialog after the other and shows no other page', async () => {
	const { tab, dialogs, shown, go, dialog } = open()
	go('push', '/page')
	dialog('share')
	await tab.settled()
	dialog('confirm')
	await tab.settled()
	await tab.go(-1)
	expect(shown).toEqual(['share'])
	expect(dialogs.isOtherPage).toBe(false)
	await tab.go(-1)
	expect(shown).toEqual([])
	expect(dialogs.isOtherPage).toBe(false)
	expect(tab.entries).toBe('/start [/page]')
	await tab.go(-1)
	expect(dialogs.isOtherPage).toBe(true)
	expect(tab.entries).toBe('[/start]')
})

test('dialogs that are closed by their buttons leave nothing to go back through', async () => {
	const { tab, dialogs, go, dialog } = open()
	go('push', '/page')
	const closeShare = dialog('share')
	await tab.settled()
	const closeConfirm = dialog('confirm')
	await tab.settled()
	closeConfirm()
	closeShare()
	await tab.settled()
	expect(tab.entries).toBe('/start [/page]')
	expect(dialogs.isOtherPage).toBe(false)
	// Forward leads to the dialog that was there: it stays closed.
	await tab.go(1)
	expect(tab.entries).toBe('/start [/page]')
	expect(dialogs.isOtherPage).toBe(false)
})

test('what closes a dialog may scroll the page', async () => {
	const { tab, dialog } = open()
	const close = dialog('choose')
	await tab.settled()
	close()
	tab.scrollY = 900
	await tab.settled()
	expect(tab.scrollY).toBe(900)
})

test('an effect that runs twice, and a dialog in the place of another, have one entry', async () => {
	const { tab, dialog } = open()
	dialog('share')()
	const close = dialog('share')
	await tab.settled()
	close()
	dialog('confirm')
	await tab.settled()
	expect(tab.entries).toBe('/start [/start]')
})

test.each(['before', 'after'])(
	'a page opened %s the dialog closes is one step away',
	async (when) => {
		const { tab, dialogs, go, dialog } = open()
		const close = dialog('find')
		await tab.settled()
		if (when === 'before') go('push', '/found')
		close()
		// The way back has begun by then.
		await null
		if (when === 'after') go('push', '/found')
		await tab.settled()
		expect(tab.entries).toBe('/start [/found]')
		await tab.go(-1)
		expect(tab.entries).toBe('[/start]')
		expect(dialogs.isOtherPage).toBe(true)
	},
)

test('a page opened from the second of two dialogs is one step away', async () => {
	const { tab, go, dialog } = open()
	const closeShare = dialog('share')
	await tab.settled()
	const closeConfirm = dialog('confirm')
	await tab.settled()
	go('push', '/settings')
	closeConfirm()
	closeShare()
	await tab.settled()
	await tab.go(-1)
	expect(tab.entries).toBe('[/start]')
})

test('a page replaced under its dialog stays replaced', async () => {
	const { tab, dialogs, go, dialog } = open()
	go('push', '/automation')
	const close = dialog('delete')
	await tab.settled()
	go('replace', '/automations')
	// The dialog stays until the next page has loaded, and is gone from the history before.
	await tab.settled()
	expect(tab.entries).toBe('/start [/automations]')
	expect(dialogs.isOtherPage).toBe(false)
	close()
	await tab.settled()
	expect(tab.entries).toBe('/start [/automations]')

	dialog('drawer')
	await tab.settled()
	go('replace', '/automations?object=1')
	await tab.go(-1)
	expect(tab.entries).toBe('/start [/automations?object=1]')
	expect(dialogs.isOtherPage).toBe(false)
})

test('a dialog that the address opens is closed there, and can be opened again', async () => {
	const { tab, go, dialog } = open()
	for (let time = 0; time < 2; time++) {
		go('replace', '/start?pane=editor')
		dialog('drawer', () => go('replace', '/start'))
		await tab.settled()
		expect(tab.entries).toBe('/start?pane=editor [/start?pane=editor]')
		await tab.go(-1)
		expect(tab.entries).toBe('[/start]')
	}
})

test('history still works after a reload with a dialog open', async () => {
	const before = open()
	before.go('push', '/page')
	before.dialog('share')
	await before.tab.settled()
	const { tab, shown, go, dialog } = open(before.tab)
	const close = dialog('drawer of the address')
	await tab.settled()
	expect(tab.entries).toBe('/start /page [/page]')
	close()
	await tab.settled()
	expect(tab.entries).toBe('/start [/page]')
	go('push', '/next')
	expect(tab.entries).toBe('/start /page [/next]')
	expect(shown).toEqual([])
})

test('after a reload that closed a dialog, one Back leads to the page before', async () => {
	const { tab, go, dialog } = open()
	go('push', '/page')
	dialog('share')
	await tab.settled()
	const again = open(tab)
	await tab.go(-1)
	expect(tab.entries).toBe('[/start]')
	expect(again.dialogs.isOtherPage).toBe(true)
	await tab.go(1)
	expect(tab.entries).toBe('/start [/page]')
})

test('after a reload, a dialog that opens again takes the entry that it had', async () => {
	const { tab, go, dialog } = open()
	go('push', '/page')
	dialog('share')
	await tab.settled()
	const again = open(tab)
	again.dialog('share')
	await tab.settled()
	expect(tab.entries).toBe('/start /page [/page]')
	await tab.go(-1)
	expect(again.shown).toEqual([])
	expect(tab.entries).toBe('/start [/page]')
})
