/** All known models, favourites first, with search: price, size and abilities. Those without a key say so. */
import type { Effort, Model } from '@fairlead/protocol/models/models'
import { Check, Star } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { EFFORT_WORDS } from '../../../data/limits/effort-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { focusNext } from './focus-next.ts'
import { providerOf, typedModel } from './typed.ts'
import { useMarkModel } from './use-mark-model.ts'
import { abilitiesOf, effortsOf, inOrder, matches, priceOf, titleOf } from './words.ts'

export default function ModelPicker(props: {
	models: readonly Model[]
	/** The name of the chosen model; null: none of these. */
	chosen: string | null
	/** The chosen effort; null: the model's default. */
	effort: Effort | null
	live: boolean
	onChoose: (model: Model) => void
	onEffort: (effort: Effort | null) => void
	onClose: () => void
}) {
	const [search, setSearch] = useState('')
	const known = props.models.filter((model) => matches(model, search))
	const typed = typedModel(props.models, search)
	const found = typed ? [...inOrder(known), typed] : inOrder(known)
	const mark = useMarkModel()
	const list = useRef<HTMLUListElement>(null)
	const onArrow = (event: KeyboardEvent) => {
		if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
		event.preventDefault()
		focusNext(list.current, event.key === 'ArrowDown' ? 1 : -1)
	}
	const usable = found.filter((model) => model.usable)
	const current =
		props.models.find(({ name }) => name === props.chosen) ??
		typedModel(props.models, props.chosen ?? '')
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Model"
			description={
				props.live
					? 'The active run keeps its model. The next run uses the one you choose.'
					: 'Your next message uses it. The conversation so far is kept.'
			}
		>
			<TextField
				type="search"
				aria-label="Search models"
				placeholder="Search models"
				className="mt-4"
				value={search}
				onChange={(event) => setSearch(event.target.value)}
				onKeyDown={(event) => {
					onArrow(event)
					const [first] = usable
					if (event.key !== 'Enter' || search === '' || !first) return
					// Without this, it would press the button that gets the focus back, and open this again.
					event.preventDefault()
					props.onChoose(first)
				}}
			/>
			<ul
				ref={list}
				aria-label="Models"
				onKeyDown={onArrow}
				className="-mx-2 mt-3 max-h-[50dvh] overflow-y-auto"
			>
				{found.map((model) => (
					<li key={model.name} className="flex items-start gap-1">
						<Choice
							model={model}
							chosen={model.name === props.chosen}
							onChoose={() => props.onChoose(model)}
						/>
						<IconButton
							label={`Favourite: ${titleOf(model)} ${providerOf(model)}`}
							aria-pressed={model.favourite ?? false}
							onClick={() => mark.mutate({ name: model.name, favourite: !model.favourite })}
							className="mt-1.5"
						>
							<Star className={cx(model.favourite && 'fill-current text-text')} />
						</IconButton>
					</li>
				))}
			</ul>
			<p role="status" className="text-line text-muted">
				{found.length === 0 && 'No model matches.'}
			</p>
			{current && <EffortChoice model={current} effort={props.effort} onEffort={props.onEffort} />}
			<p className="mt-2 text-cap text-muted">
				Prices are list prices in dollars per million tokens, in and out, or your own values.{' '}
				<Link to="/settings#models-and-keys" className="underline">
					Models and keys
				</Link>
				{current && current.provider !== 'demo' && (
					<>
						{' · '}
						<Link
							to={`/settings?model=${encodeURIComponent(current.name)}#model-values`}
							className="underline"
						>
							Values of {titleOf(current)}
						</Link>
					</>
				)}
			</p>
		</Dialog>
	)
}

function EffortChoice(props: {
	model: Model
	effort: Effort | null
	onEffort: (effort: Effort | null) => void
}) {
	const { model, effort } = props
	const efforts = effortsOf(model)
	if (efforts.length === 0) return null
	const chosen = effort !== null && efforts.includes(effort) ? effort : 'default'
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-edge border-t pt-3">
			<span aria-hidden className="font-medium text-line">
				Effort
			</span>
			<Choices
				label={`Effort of ${titleOf(model)}`}
				name="effort"
				value={chosen}
				choices={[
					{ value: 'default' as const, label: 'Default' },
					...efforts.map((value) => ({ value, label: EFFORT_WORDS[value] })),
				]}
				onChoose={(value) => props.onEffort(value === 'default' ? null : value)}
			/>
			<p className="w-full text-cap text-muted">
				How long it thinks before it answers. More effort takes longer and costs more.
			</p>
		</div>
	)
}

/** Says where the facts come from if the registry does not have the model: from its provider's list. */
const listedBy = (model: Model): string[] =>
	model.listedAt === undefined
		? []
		: [`listed by ${providerOf(model)} on ${new Date(model.listedAt).toLocaleDateString()}`]

function Choice(props: { model: Model; chosen: boolean; onChoose: () => void }) {
	const { model, chosen } = props
	const about = [priceOf(model), ...abilitiesOf(model), ...listedBy(model)].join(' · ')
	return (
		<button
			type="button"
			data-model={model.name}
			aria-current={chosen}
			disabled={!model.usable}
			onClick={props.onChoose}
			className={cx(
				'flex min-w-0 flex-1 items-start gap-2.5 rounded-md px-2 py-2 text-left max-md:py-3',
				model.usable ? 'hover:bg-hover active:bg-press' : 'text-muted',
			)}
		>
			<span className="flex size-5 shrink-0 items-center justify-center">
				{chosen && <Check aria-hidden className="size-4" />}
			</span>
			<span className="min-w-0 flex-1">
				<span className="flex flex-wrap items-baseline gap-x-2">
					<span className="font-medium wrap-anywhere">{titleOf(model)}</span>
					<span className="text-line text-muted">
						{providerOf(model)}
						{model.isDefault && ' · default'}
					</span>
				</span>
				<span className="tabular block text-cap text-muted">
					{model.usable ? about : `Needs a key · ${about}`}
				</span>
			</span>
		</button>
	)
}
