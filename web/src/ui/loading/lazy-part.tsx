/** Parts of a page whose code is loaded when they are first shown. */
import {
	type ComponentType,
	// biome-ignore lint/style/noRestrictedImports: made here, once
	lazy,
	type ReactNode,
	Suspense,
} from 'react'
import { PartBoundary } from './part-boundary.tsx'

/** The part's `what` and `className` as `PartBoundary` takes them. */
interface Told {
	readonly what: string
	readonly className?: string
}

type PropsOf<T> = T extends (props: infer P) => ReactNode ? P : never

/** A message that stands above the page, clear of the message box: a dialog has no place of its own in it. */
export const THIS_DIALOG: Told = {
	what: 'This dialog',
	className: 'fixed inset-x-4 top-14 z-60 mx-auto max-w-md shadow-pop',
}

/** The items of a menu, in its box. */
export const THIS_MENU: Told = { what: 'This menu', className: 'm-1 max-w-72' }

/**
 * A component that never takes the page with it: without a network, or after a new version is deployed, its code may
 * be gone. `until` stands in its place while the code loads.
 * @param told how a person is told that the part cannot be shown; without it, `until` stays: only for parts that
 * nobody has asked for
 */
export function lazyPart<T extends (props: never) => ReactNode>(
	load: () => Promise<{ readonly default: T }>,
	told?: Told,
): (props: PropsOf<T> & { readonly until?: ReactNode }) => ReactNode {
	// `lazy` knows no generic props.
	const Loaded = lazy(load as unknown as () => Promise<{ default: ComponentType<object> }>)
	return ({ until, ...props }) => (
		<PartBoundary {...told} instead={until}>
			<Suspense fallback={until}>
				<Loaded {...props} />
			</Suspense>
		</PartBoundary>
	)
}
