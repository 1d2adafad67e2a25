/// Everything a person can ask for by name: with a key, a click, or the palette.
/// `CommandTable` has a row for each.
public enum Command: Hashable, Sendable {
  case up, down, left, right
  case first, last, pageUp, pageDown, halfPageUp, halfPageDown
  case open, back, leave, quit
  case show(ScreenID)
  case nextPage, previousPage
  case nextField, previousField
  case toggle, switchPicked, increase, decrease, star
  case mark, markRange, markAll
  case quickAdd, addForm, edit, delete, undo, redo, putBack, forgetConflicts
  case search, nextMatch, previousMatch
  case chooseSort, chooseCategory, chooseStore, nextSegment
  case showSegment(ItemSegment)
  case showNearby
  case switchView, switchTileSize, switchGrouping
  case checkout, finishShopping, finishAll, orderCart, clearPicked, orderAgain
  case copy, showCode, mail, pasteList, settleMail, dropMail, noteMailSent
  case test
  case retry, redraw, suspend
  case palette, help
  case chooseUse, makePersonal, emptyCart, explainFiles
  case switchTheme, chooseTheme, switchMotion
  case register, openInBrowser, switchFlow, takeTheirs, keepMine
  case choosePlace, useLocation, switchMap
  case chooseFile, showPicture
  case signOut, signOutNow, newEmployee, forgotPIN, removePerson, inviteAnew, holdCart, takeUpCart,
    relabelPrices
  case makeRecoveryCode, invite
  case removeMachine, leaveList, leaveListNow, leaveListAnyway
  case submit
  case textLeft, textRight, textStart, textEnd, textWordLeft, textWordRight
  case deleteBackward, deleteForward, deleteWord, deleteToStart, complete
}
