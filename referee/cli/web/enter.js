"use strict";
// The ticket behind # is sent as a form and never as an address. A browser may keep the address that was typed, with the
// ticket, which is used up then.
const field = document.getElementById("ticket");
const given = location.hash.slice(1);
history.replaceState(null, "", "/");
if (given) {
  field.value = given;
  field.form.submit();
}
