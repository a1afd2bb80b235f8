/** All known models, with search: price, size and abilities. Those without a key say so. */
import { KeyProvider, PROVIDER_TITLES } from '@fairlead/protocol/keys'
import type { Model } from '@fairlead/protocol/models'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { abilitiesOf, matches, priceOf, titleOf } from './words.ts'

export default function ModelPicker(props: {
	models: readonly Model[]
	/** Null: none of them. */
	chosen: string | null
	live: boolean
	onChoose: (model: Model) => void
	onClose: () => void
}) {
	const [search, setSearch] = useState('')
	const found = props.models.filter((model) => matches(model, search))
	const usable = found.filter((model) => model.usable)
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Model"
			description={
				props.live
					? 'The active run keeps its model. The next run uses the one you choose.'
					: 'Your next message uses it. What was said and done so far goes along.'
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
					const [first] = usable
					if (event.key !== 'Enter' || search === '' || !first) return
					// Else it would press the button that gets the focus back, and open this again.
					event.preventDefault()
					props.onChoose(first)
				}}
			/>
			<ul aria-label="Models" className="-mx-2 mt-3 max-h-[60dvh] overflow-y-auto">
				{found.map((model) => (
					<li key={model.name}>
						<Choice
							model={model}
							chosen={model.name === props.chosen}
							onChoose={() => props.onChoose(model)}
						/>
					</li>
				))}
			</ul>
			<p role="status" className="text-line text-muted">
				{found.length === 0 && 'No model matches.'}
			</p>
			<p className="mt-2 text-cap text-muted">
				Prices are list prices in dollars per million tokens, in and out.{' '}
				<Link to="/settings#models-and-keys" className="underline">
					Models and keys
				</Link>
			</p>
		</Dialog>
	)
}

function Choice(props: { model: Model; chosen: boolean; onChoose: () => void }) {
	const { model, chosen } = props
	const provider = KeyProvider.safeParse(model.provider)
	const about = [priceOf(model), ...abilitiesOf(model)].join(' · ')
	return (
		<button
			type="button"
			aria-current={chosen}
			disabled={!model.usable}
			onClick={props.onChoose}
			className={cx(
				'flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left max-md:py-3',
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
						{provider.success ? PROVIDER_TITLES[provider.data] : 'Offline, not an AI'}
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
