"use strict";
// The ticket behind # never leaves the browser by an address: it is taken out of the history and sent as a form.
const field = document.getElementById("ticket");
const given = location.hash.slice(1);
history.replaceState(null, "", "/");
if (given) {
  field.value = given;
  field.form.submit();
}
