/** The three panes and what they share: the settings, the battle, and the round that is replayed. */
import { ENGINE_VERSION } from '@fairlead/corewar/source'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { BattlePane, type BattlePart } from './battle/battle-pane.tsx'
import { candidateGroups, type Origin } from './battle/contestants.ts'
import type { Terms } from './battle/settings-form.tsx'
import {
	type BattleSetup,
	type Contestant,
	FOREIGN_ENGINE,
	isLong,
	isSameEngine,
	PRESETS,
	randomSeed,
} from './battle/setup.ts'
import { useBattle } from './battle/use-battle.ts'
import { EditorPane } from './editor/editor-pane.tsx'
import { ReplayPane } from './replay/replay-pane.tsx'
import { type Shown, useReplay } from './replay/use-replay.ts'
import { useWantedReplay } from './replay/wanted-replay.ts'
import { fragmentFor, type SharedBattle } from './share/link.ts'
import { useSharedBattle } from './share/use-shared-battle.ts'
import './corewar.css'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { useKept } from './use-kept.ts'
import { addWarrior, useOwnWarriors } from './warriors/use-warriors.ts'

const FIRST_TERMS = { settings: PRESETS[0].settings, rounds: PRESETS[0].rounds }
const FIRST_CHOICE = ['stock:Dwarf', 'stock:Imp'] as const
const NOBODY: readonly Contestant[] = []
/** The only part that asks the server for anything. */
const LadderPane = lazyPart(() => import('./ladder/ladder-pane.tsx'), {
	what: 'The ladder',
	className: 'm-3',
})

export interface Panes {
	readonly editor: ReactNode
	readonly battle: ReactNode
	readonly replay: ReactNode
}
export type PaneName = keyof Panes
export const PANE_LABELS: Readonly<Record<PaneName, string>> = {
	editor: 'Source',
	battle: 'Battle',
	replay: 'Replay',
}
/** Links lead to the page that needs no account. */
const PATH = '/corewar'

/**
 * @param edited the id of the own warrior to be open in the editor; null: the first
 * @param onReplay a round was opened: where one pane is shown at a time, it is now this one
 * @param children puts the panes where they belong
 */
export function Workbench(props: {
	readonly edited: string | null
	readonly onEdit: (id: string) => void
	readonly onReplay: () => void
	readonly children: (panes: Panes) => ReactNode
}) {
	const own = useOwnWarriors().warriors
	const opened = useSharedBattle()
	const [shared, setShared] = useState<(SharedBattle & { readonly from: Origin }) | null>(null)
	const [part, setPart] = useKept<BattlePart>('part', 'battle')
	const [chosen, setChosen] = useState<readonly string[]>(FIRST_CHOICE)
	const [terms, setTerms] = useState<Terms>(() => ({ ...FIRST_TERMS, seed: randomSeed() }))
	const [shown, setShown] = useState<Shown | null>(null)
	const desk = useBattle()
	const replay = useReplay(shown)
	const linked = shared?.setup.warriors ?? NOBODY
	const from = shared?.from ?? 'link'
	const groups = useMemo(() => candidateGroups(own, linked, from), [own, linked, from])

	const begin = (brought: SharedBattle, origin: Origin) => {
		const { round } = brought
		// It is fought by this engine, so a link to it says so.
		const setup = { ...brought.setup, engineVersion: ENGINE_VERSION }
		setShared({ ...brought, from: origin })
		setPart('battle')
		setChosen(setup.warriors.map((_, at) => `link:${at}`))
		setTerms({ settings: setup.settings, rounds: setup.rounds, seed: setup.seed })
		if (isLong(setup)) return
		desk.start(setup)
		if (round !== null) {
			setShown({ setup, round })
			props.onReplay()
		}
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
	useEffect(() => {
		if (opened?.kind === 'battle') begin(opened.shared, 'link')
	}, [opened])
	const replayStored = (setup: BattleSetup) => begin({ setup, round: 0 }, 'arena')
	useWantedReplay(({ from, ...battle }) => begin(battle, from))

	const all = groups.flatMap(({ candidates }) => candidates)
	const fighting = chosen.flatMap((key) => all.find((one) => one.key === key) ?? [])
	const setup = (): BattleSetup => ({
		engineVersion: ENGINE_VERSION,
		...terms,
		warriors: fighting.map(({ name, source }) => ({ name, source })),
	})
	const replayed =
		desk.state.kind !== 'none' && desk.state.kind !== 'failed' && shown?.setup === desk.state.setup
	const share = async () => {
		// The replayed battle, if the result on the page is of it; otherwise the one that would be fought.
		const battle = replayed && shown ? shown : { setup: setup(), round: null }
		const fragment = await fragmentFor(battle)
		if (fragment === null) {
			toasts.add({ title: 'These warriors are too long for a link. Export them as files instead.' })
			return
		}
		const address = `${location.origin}${PATH}${fragment}`
		try {
			await navigator.clipboard.writeText(address)
			toasts.add({ title: 'Link copied. It holds the warriors, the settings and the seed.' })
		} catch {
			if (location.pathname !== PATH) {
				toasts.add({
					title:
						'The browser blocked copying. The battle’s own page has the link in its address bar.',
					actionProps: { children: 'Open it', onClick: () => void open(address) },
				})
				return
			}
			history.replaceState(history.state, '', address)
			toasts.add({ title: 'The browser blocked copying. The link is in the address bar.' })
		}
	}
	const openRound = (round: number) => {
		if (desk.state.kind === 'none' || desk.state.kind === 'failed') return
		setShown({ setup: desk.state.setup, round })
		props.onReplay()
	}
	return props.children({
		editor: <EditorPane settings={terms.settings} chosen={props.edited} onChoose={props.onEdit} />,
		battle: (
			<BattlePane
				groups={groups}
				chosen={fighting.map(({ key }) => key)}
				onChoose={setChosen}
				terms={terms}
				onTerms={setTerms}
				desk={desk}
				onStart={() => desk.start(setup())}
				onShare={() => void share()}
				open={replayed ? (shown?.round ?? null) : null}
				onOpen={openRound}
				notice={
					<>
						{opened?.kind === 'unreadable' && (
							<Note level="warning" title="This link cannot be opened" className="mb-3">
								{opened.why} Ask for it again, or begin a battle of your own.
							</Note>
						)}
						{shared && (
							<OriginNote
								setup={shared.setup}
								from={shared.from}
								onKeep={() => {
									const kept = shared.setup.warriors.filter(
										({ source }) => addWarrior(source) !== null,
									)
									toasts.add({
										title: `${kept.length} of ${linked.length} warriors are now yours.`,
									})
								}}
							/>
						)}
					</>
				}
				part={part}
				onPart={setPart}
				ladder={<LadderPane until={<Skeleton rows={6} />} own={own} onReplay={replayStored} />}
			/>
		),
		replay: <ReplayPane desk={replay} onStop={() => setShown(null)} />,
	})
}

const ORIGINS: Readonly<Record<Origin, string>> = {
	link: 'A battle from a link',
	arena: 'A battle of the ladder, fought again here',
	chat: 'A battle from the chat, fought again here',
}

function OriginNote(props: {
	readonly setup: BattleSetup
	readonly from: Origin
	readonly onKeep: () => void
}) {
	const { setup, from } = props
	const same = isSameEngine(setup)
	const said = [
		...(same
			? []
			: [
					setup.engineVersion === FOREIGN_ENGINE
						? 'That arena uses its own engine, so the battle may end differently here.'
						: `It was fought with version ${setup.engineVersion}, this is ${ENGINE_VERSION}: it may end differently here.`,
				]),
		...(isLong(setup) ? ['It begins when you choose Fight, because it may take minutes.'] : []),
	]
	return (
		<Note
			level={same ? 'info' : 'warning'}
			title={
				same
					? ORIGINS[from]
					: setup.engineVersion === FOREIGN_ENGINE
						? 'A battle of another arena, fought again here'
						: 'A battle of another version of the engine'
			}
			className="mb-3"
			action={
				<Button look="quiet" onClick={props.onKeep}>
					Keep the warriors
				</Button>
			}
		>
			{said.join(' ')}
		</Note>
	)
}
