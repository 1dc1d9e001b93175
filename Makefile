LIBRARY ?= .sample-library

serve: .venv/core  ## Open the sample library.
	@tools/serve.sh $(LIBRARY)

check: .venv/dev  ## Check style and types and run the quick tests, for daily work.
	@tools/check.sh

test: .venv/dev  ## Check style and types, run the tests and the quality gate.
	@tools/test.sh

cluster:  ## Start three OpenSearch nodes on 127.0.0.1:9200 to 9202; TLS=1 secures them.
	@python3 tools/cluster.py start $(if $(TLS),--tls)

cluster-stop:  ## Stop them.
	@python3 tools/cluster.py stop

test-cluster: .venv/dev  ## Run the tests that need a real cluster.
	@tools/test_cluster.sh

bench: .venv/rivals  ## Print the benchmark tables; DATA is a folder with pages and corpus.
	@tools/bench.sh $(DATA)

docs: .venv/dev  ## Write the pages of the commands and of the Python API from their own help.
	@.venv/bin/python tools/cli_page.py > docs/guide/cli.md
	@.venv/bin/python tools/python_page.py > docs/guide/python-reference.md

clean:  ## Remove what the other targets made.
	rm -rf .venv .sample-library

.venv/%: pyproject.toml
	@tools/install.sh $*

.PHONY: serve check test cluster cluster-stop test-cluster bench docs clean
