# Untested: no image has been built from this file. The same steps work in a clean virtual
# environment. Core only, without torch: about 340 MB installed; EXTRAS="[dask,opensearch]" adds more.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
ARG EXTRAS=""
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)$EXTRAS" && rm -r /wheels \
    && useradd --create-home privascope
USER privascope
ENV PRIVASCOPE_LIBRARY=/home/privascope/library
# The sample library with its practices, so that the first page has something to show.
RUN privascope sample && privascope enrich
VOLUME /home/privascope/library
EXPOSE 8765
CMD ["privascope", "serve", "--host", "0.0.0.0"]
