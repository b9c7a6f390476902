import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { endSession } from '#platform/session/session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { RouteEffects } from '#ui/layout/navigation/route-effects.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import AdminLayout from './signed-in/admin-layout.tsx'
import CustomerLayout from './signed-in/customer-layout.tsx'
import ProtectedLayout from './signed-in/layout.tsx'
import SuperAdminLayout from './signed-in/super-admin-layout.tsx'
import PublicLayout from './public/layout.tsx'

function Where() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <p>{`at ${pathname}${search}`}</p>
      <p>{JSON.stringify(state)}</p>
    </>
  )
}

const screens = [
  { element: <PublicLayout />, children: [{ path: '/' }, { path: '/lodgement' }, { path: '/register' }] },
  {
    element: <ProtectedLayout />,
    children: ['/dashboard', '/receipts', '/categories/:id', '/years/*'].map((path) => ({ path })),
  },
  { element: <CustomerLayout />, children: [{ path: '/subscription' }] },
  { element: <AdminLayout />, children: [{ path: '/admin-dashboard' }] },
  { element: <SuperAdminLayout />, children: [{ path: '/admin-dashboard/audit-log' }] },
  { children: [{ path: '/login' }] },
].map(({ children, ...group }) => ({
  ...group,
  children: children.map(({ path }) => ({
    path,
    element: (
      <>
        <RouteEffects />
        <PageHeading>{path}</PageHeading>
        <Where />
      </>
    ),
  })),
}))

function open(address: string) {
  const router = createMemoryRouter(screens, { initialEntries: ['/', address] })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

// The user never loads: no screen waits for it.
const loading = fake(authEndpoints.loggedUser, () => new Promise(() => undefined))
beforeEach(() => serveFakes(loading))

describe('the guard', () => {
  test('sends guests to log in, replacing history, and remembers where they wanted to go', async () => {
    const { router } = open('/categories/7?page=2')
    expect(await screen.findByText('at /login?returnTo=%2Fcategories%2F7%3Fpage%3D2')).toBeTruthy()
    expect(await screen.findByText('Please log in to continue.')).toBeTruthy()
    await act(() => router.navigate(-1))
    expect(await screen.findByText('at /')).toBeTruthy()
  })

  test('lets logged-in users in', () => {
    signInAs('User')
    open('/dashboard')
    expect(screen.getByText('at /dashboard')).toBeTruthy()
  })

  test('leaves the screen when the session ends elsewhere', async () => {
    signInAs('User')
    open('/dashboard')
    act(endSession)
    expect(await screen.findByText('at /login?returnTo=%2Fdashboard')).toBeTruthy()
  })

  test('redirects users who log out to the screen they chose, once', async () => {
    signInAs('User')
    const { router } = open('/dashboard')
    act(() => endSession('/register'))
    expect(await screen.findByText('at /register')).toBeTruthy()
    expect(screen.queryByText('Please log in to continue.')).toBeNull()
    await act(() => router.navigate('/dashboard'))
    expect(await screen.findByText('at /login?returnTo=%2Fdashboard')).toBeTruthy()
  })

  test("redirects a User from administrators' screens to the dashboard", async () => {
    signInAs('User')
    open('/admin-dashboard')
    expect(await screen.findByText('at /dashboard')).toBeTruthy()
  })

  test.each([
    ['User', '/subscription?code=EOFY', '/subscription?code=EOFY'],
    ['Admin', '/subscription?code=EOFY', '/admin-dashboard'],
    ['Super Admin', '/subscription?code=EOFY', '/admin-dashboard'],
    ['Admin', '/admin-dashboard/audit-log', '/admin-dashboard'],
    ['Super Admin', '/admin-dashboard/audit-log', '/admin-dashboard/audit-log'],
  ] as const)('leads the role %s from %s to %s', async (role, opened, address) => {
    signInAs(role)
    open(opened)
    expect(await screen.findByText(`at ${address}`)).toBeTruthy()
  })

  test('lets an Admin in', () => {
    signInAs('Admin')
    open('/admin-dashboard')
    expect(screen.getByText('at /admin-dashboard')).toBeTruthy()
  })
})

test('the sidebar lists the screens in their order', () => {
  signInAs('User')
  open('/dashboard')
  const [side] = screen.getAllByRole('navigation', { name: 'Main' })
  const names = [...side!.querySelectorAll('a, button')].map(({ textContent }) => textContent)
  expect(names.join(', ')).toBe(
    'Dashboard, Scan, Upload, To file, Receipts, Categories, Income years, Records, Sharing, Payment History, Profile, Contact us, Log out',
  )
})

test('every screen leads to the contact form, privacy and terms', async () => {
  signInAs('User')
  const { user } = open('/dashboard')
  const target = (link: HTMLElement) => link.getAttribute('href')
  expect(target(screen.getByRole('link', { name: 'Privacy' }))).toBe('/privacy')
  expect(target(screen.getByRole('link', { name: 'Terms' }))).toBe('/terms')
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(target(await screen.findByRole('menuitem', { name: 'Contact us' }))).toBe('/#contact')
})

test.each([
  ['/years', 'Income years'],
  ['/years/2026-27', 'Income years'],
  ['/years/2026-27/records/car', 'Records'],
  ['/categories/1', 'Categories'],
])('on %s, the current screen in the sidebar is %s', (path, label) => {
  signInAs('User')
  open(path)
  const [side] = screen.getAllByRole('navigation', { name: 'Main' })
  const current = [...side!.querySelectorAll('[aria-current=page]')]
  expect(current.map(({ textContent }) => textContent)).toEqual([label])
})

test('on a phone the menu also links to the subscription', async () => {
  signInAs('User')
  const { user } = open('/dashboard')
  await user.click(screen.getByRole('button', { name: 'More' }))
  const plan = await screen.findByRole('menuitem', { name: 'Manage Subscription' })
  expect(plan.getAttribute('href')).toBe('/upgrade')
})

describe('navigating', () => {
  const scrollTo = vi.fn<(x: number, y: number) => void>()
  beforeEach(() => {
    scrollTo.mockClear()
    vi.stubGlobal('scrollTo', scrollTo)
  })

  test('starts at the top and focuses the heading', async () => {
    signInAs('User')
    const { router } = open('/dashboard')
    scrollTo.mockClear()
    await act(() => router.navigate('/categories/7'))
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '/categories/:id' }))
  })

  test('to a section of the landing page passes the section along', async () => {
    const { user } = open('/lodgement')
    await user.click(screen.getAllByRole('link', { name: 'How it works' })[0]!)
    expect(await screen.findByText('at /')).toBeTruthy()
    expect(screen.getByText('{"section":"how-it-works"}')).toBeTruthy()
  })
})

test('the public header links a logged-in user to their dashboard', () => {
  signInAs('Admin')
  open('/')
  const links = screen.getAllByRole('link', { name: 'Dashboard' })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/admin-dashboard')
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})

test('nothing asks a logged-in user to sign up', () => {
  signInAs('User')
  open('/')
  expect(screen.queryByLabelText('Your email')).toBeNull()
  expect(screen.queryByText('Sign up')).toBeNull()
})

test.each([
  ['/', 'Home'],
  ['/lodgement', 'Deductions'],
])('on %s the active item is %s', (address, item) => {
  open(address)
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toContain(
    item,
  )
})

test("the email typed in the footer isn't sent; Sign up continues to /register", async () => {
  const { user } = open('/')
  await user.type(screen.getByLabelText('Your email'), 'ann@example.com')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  expect(await screen.findByText('at /register')).toBeTruthy()
  expect(screen.getByText('null')).toBeTruthy()
})
