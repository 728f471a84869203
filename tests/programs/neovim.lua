-- Misspells the first quote of $SCENARIO without saving it, waits for diagnostics, and prints them.
local client = vim.lsp.start_client({ name = "truthsayer", cmd = { vim.env.TRUTHSAYER, "lsp" }, root_dir = vim.fn.getcwd() })
vim.cmd("edit " .. vim.env.SCENARIO)
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil end)
for at, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  if line:match("quote:") then
    vim.api.nvim_buf_set_lines(0, at - 1, at, false, { (line:gsub("quote: .*", "quote: no such words")) })
    break
  end
end
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end)
for _, it in ipairs(vim.diagnostic.get(0)) do
  io.write(it.lnum + 1 .. ": " .. it.message:gsub("\n.*", "") .. "\n")
end
io.write(vim.bo.modified and "unsaved\n" or "saved\n")
vim.cmd("qa!")
