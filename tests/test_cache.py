import threading

from privascope.cache import Cache


def test_the_least_recently_used_value_goes_first():
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert "b" not in cache
    assert (cache.get("a"), cache.get("c"), len(cache)) == (1, 3, 2)


def test_values_expire_unless_they_are_used():
    now = [0.0]
    cache: Cache[str, int] = Cache(4, 10, lambda: now[0])
    cache.put("a", 1)
    cache.put("b", 2)
    now[0] = 8
    assert cache.get("a") == 1
    now[0] = 12
    assert cache.get("b") is None
    assert cache.get("a") == 1


def test_a_value_is_made_once():
    cache: Cache[str, list[int]] = Cache(4)
    made = []

    def make() -> list[int]:
        made.append(1)
        return []

    threads = [threading.Thread(target=cache.get_or_make, args=("a", make)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]
    assert cache.get_or_make("a", make) is cache.get("a")


def test_clear_forgets_everything():
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.clear()
    assert cache.get("a") is None
