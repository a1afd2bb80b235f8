import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import {
	UNSAFE_createBrowserHistory as createBrowserHistory,
	type Navigator,
	Router,
} from 'react-router'
import { type How, steps } from '../ui/overlays/steps.ts'

const history = createBrowserHistory({ v5Compat: true })

const by =
	(how: How): Navigator['push'] =>
	(to, state) =>
		steps.navigate(how, (now) => history[now](to, state), history.createURL(to).pathname)
const navigator: Navigator = { ...history, push: by('push'), replace: by('replace') }

/** From a conversation to a new one, which has nothing to wait for. */
const beginsAnew = (from: string, to: string): boolean => from.startsWith(`${to}/c/`)

/** The address of the browser as the router's. Not react-router's own, whose file also brings its forms and links. */
export function BrowserRouter(props: { children: ReactNode }) {
	const [state, setState] = useState({ action: history.action, location: history.location })
	useLayoutEffect(
		() =>
			history.listen((next) => {
				if (next.action === 'POP' && !steps.isOtherPage) return
				// A page that streams delays a transition, and what is typed meanwhile would go to the conversation being left.
				if (beginsAnew(state.location.pathname, next.location.pathname)) setState(next)
				else startTransition(() => setState(next))
			}),
		[state],
	)
	return (
		<Router location={state.location} navigationType={state.action} navigator={navigator}>
			{props.children}
		</Router>
	)
}
